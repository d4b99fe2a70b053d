import type { z } from 'zod';
import type { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import { type Call, type UnaryMethod, type UnaryOptions, unary } from '#chassis/rpc/grpc-server.ts';
import type { Transaction, Writer, Written } from '#chassis/unit-of-work/write.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import { type Actor, type Bom, latestOf } from './domain/bom.ts';
import type { BomState } from './domain/bom-change.ts';
import type { BomTurns } from './large-boms.ts';
import type { BomRepository, VersionsOf } from './repository.ts';

/** What the rpcs of BOMs stand on. */
export interface BomParts {
  writer: Writer;
  boms: BomRepository;
  dependencies: BomDependencies;
  /** For what loads lines. */
  turns: BomTurns;
}

interface BomRequest {
  id: string;
  expectedRevision?: number | undefined;
}

interface Options<Request, Prepared, Value, Reply> {
  /** The versions whose lines the change loads, besides the latest's. */
  versionsOf?(bom: Bom, request: Request): ReturnType<VersionsOf>;
  /** Bytes that the request takes besides. */
  bytes?(request: Request): number;
  /** Done once, in the change's turn, before its transaction. */
  prepare?(request: Request, call: Call): Promise<Prepared>;
  reply(written: Written<Value>, call: Call): Reply | Promise<Reply>;
  /** What an Idempotency-Key remembers of the value; default: all of it. */
  remember?(value: Value): unknown;
}

type Handle<Request, Prepared, Value> = (
  request: Request,
  before: BomState,
  tx: Transaction,
  prepared: Prepared,
) => Promise<Value>;

/** A change of a BOM in one transaction, in turn with others where the lines that it loads are many. */
export const bomChangeOf =
  ({ writer, boms, turns }: BomParts) =>
  <Request extends BomRequest, Prepared, Value, Reply>(
    { versionsOf, bytes, prepare, reply, remember }: Options<Request, Prepared, Value, Reply>,
    handle: Handle<Request, Prepared, Value>,
  ) =>
  (request: Request, call: Call): Promise<Reply> => {
    const wanted = (bom: Bom) => versionsOf?.(bom, request) ?? [];
    const ready = async () => (await prepare?.(request, call)) as Prepared;
    const work = async (tx: Transaction, prepared: Prepared) =>
      handle(request, await boms.load(tx, request, wanted), tx, prepared);
    const change = async () => reply(await writer.writePrepared(call, ready, work, { remember }), call);
    return turns.write(call, request.id, (bom) => [latestOf(bom), ...wanted(bom)], change, bytes?.(request));
  };

/** An rpc that is such a change. */
export const bomCommandOf = (parts: BomParts) => {
  const changing = bomChangeOf(parts);
  return <Schema extends z.ZodType<BomRequest>, Value, Reply>(
    schema: Schema,
    access: UnaryOptions,
    options: Options<z.output<Schema>, void, Value, Reply>,
    handle: Handle<z.output<Schema>, void, Value>,
  ) => unary(schema, changing(options, handle), access) as UnaryMethod<MessageOf<Reply>>;
};

/** A reply as the contract has it, whoever encodes it. */
type MessageOf<Reply> = Reply extends EncodedReply<infer Message> ? Message : Reply;

/** A key acts as staff at most (decisions 3: Scopes). */
export const actorOf = ({ principal: { kind, id, role } }: Pick<Transaction, 'principal'>): Actor => ({
  id,
  isAdmin: kind === 'user' && role === 'admin',
});
