import type { z } from 'zod';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { hasCode } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { type UnaryMethod, type UnaryOptions, unary } from '#chassis/rpc/endpoint.ts';
import type { EncodedReply } from '#chassis/rpc/message-codec.ts';
import { refuseOutOfTurn } from '#chassis/rpc/out-of-turn.ts';
import type { Transaction, Writer, Written } from '#chassis/unit-of-work/write.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import { sizeOf } from './content-repository.ts';
import { type Actor, type Bom, latestOf } from './domain/bom.ts';
import type { BomState } from './domain/bom-change.ts';
import type { BomVersion } from './domain/bom-version.ts';
import type { BomRepository, VersionsOf } from './repository.ts';

/** Bytes of which no more are loaded at once without a turn. */
export const MAX_SMALL = 256 * 1024;
/** Bytes that a line counts in a version whose size is unknown: some 100 lines pass without a turn. */
export const LINE_BYTES = 2_500;
/** The parts on which the rpcs of BOMs stand. */
export interface BomParts {
  writer: Writer;
  boms: BomRepository;
  dependencies: BomDependencies;
  /** For what loads lines. */
  turns: BomTurns;
}

/** Names the BOM that changes. */
interface BomRequest {
  id: string;
  expectedRevision?: number | undefined;
}

/** The steps of a change, in their order. */
interface Changing<Request, Prepared, Value, Reply> {
  /** The versions whose lines the change loads, besides the latest's. */
  versionsOf?(bom: Bom, request: Request): ReturnType<VersionsOf>;
  /** Bytes that the request takes besides. */
  bytes?(request: Request): number;
  /** Done once, in the change's turn, before its transaction. */
  prepare?(request: Request, call: Call): Promise<Prepared>;
  /** In the transaction: again when that has lost a race. */
  change(request: Request, before: BomState, tx: Transaction, prepared: Prepared): Promise<Value>;
  /** The part of the value that an Idempotency-Key remembers; default: all of it. */
  remember?(value: Value): unknown;
  reply(written: Written<Value>, call: Call): Reply | Promise<Reply>;
}

/** Changes a BOM in one transaction, in turn with others where the lines that it loads are many. */
export function changeBom<Request extends BomRequest, Prepared, Value, Reply>(
  { writer, boms, turns }: BomParts,
  request: Request,
  call: Call,
  { versionsOf, bytes, prepare, change, remember, reply }: Changing<NoInfer<Request>, Prepared, Value, Reply>,
): Promise<Reply> {
  const wanted = (bom: Bom) => versionsOf?.(bom, request) ?? [];
  const work = async () => {
    const written = await writer.writePrepared(
      call,
      async () => (await prepare?.(request, call)) as Prepared,
      async (tx, prepared) => change(request, await boms.load(tx, request, wanted), tx, prepared),
      { remember },
    );
    return reply(written, call);
  };
  return turns.changeInTurn(call, request.id, (bom) => [latestOf(bom), ...wanted(bom)], work, bytes?.(request));
}

/** An rpc that is such a change. */
export const bomCommand = <Schema extends z.ZodType<BomRequest>, Value, Reply>(
  parts: BomParts,
  schema: Schema,
  access: UnaryOptions,
  changing: Changing<z.output<Schema>, void, Value, Reply>,
) =>
  unary(schema, (request, call) => changeBom(parts, request, call, changing), access) as UnaryMethod<MessageOf<Reply>>;

/** A reply as the contract has it, whoever encodes it. */
type MessageOf<Reply> = Reply extends EncodedReply<infer Message> ? Message : Reply;

/** A key acts as staff at most (decisions 3: Scopes). */
export const actorOf = ({ principal: { kind, id, role } }: Pick<Transaction, 'principal'>): Actor => ({
  id,
  isAdmin: kind === 'user' && role === 'admin',
});

/** Work on a BOM takes turns by org where it is large. `wanted`: the versions whose lines the work loads. */
interface BomTurns {
  /** Reads a BOM and answers from it. Errors: not_found, those of a turn, and what `wanted` and `answer` throw. */
  read<T>(call: Call, id: string, wanted: VersionsOf, answer: (bom: Bom) => Promise<T>): Promise<T>;
  /** `more`: bytes that the work takes besides. Errors: those of a turn, and what `work` throws. */
  changeInTurn<T>(call: Call, id: string, wanted: VersionsOf, work: () => Promise<T>, more?: number): Promise<T>;
}

/**
 * Each turn takes tens of megabytes until it is answered. Errors of a turn: deadline_exceeded when it does not come in time;
 * NeedsTurn for a call out of turn.
 */
export function largeBomTurns(boms: Pick<BomRepository, 'get'>): BomTurns {
  // A BOM is loaded from the database while another is encoded: more at once would take memory and gain no time.
  const turns = new FairQueue({ name: 'product.boms', limit: 2 });
  return {
    async read(call, id, wanted, answer) {
      const { orgId } = call.principal;
      const bom = await boms.get(orgId, id);
      const bytes = bytesOf(bom, wanted);
      refuseOutOfTurn(call.context, bytes);
      if (bytes <= MAX_SMALL) return answer(bom);
      // It may have changed while others had their turns.
      return turns.run(orgId, call, async () => answer(await boms.get(orgId, id)));
    },
    async changeInTurn(call, id, wanted, work, more = 0) {
      const { orgId } = call.principal;
      // The write itself says what is missing; one that is repeated has its answer, whatever has gone since.
      const before = await boms.get(orgId, id).catch(undefinedWhereNotFound);
      // Its answer may have the lines of all versions.
      if (before) refuseOutOfTurn(call.context, more + bytesOf(before, ({ versions }) => versions));
      const bytes = more + (before ? bytesOf(before, wanted) : 0);
      return bytes <= MAX_SMALL ? work() : turns.run(orgId, call, work);
    },
  };
}

function undefinedWhereNotFound(error: unknown): undefined {
  if (hasCode(error, 'not_found')) return undefined;
  throw error;
}

/** Bytes of the BOM, which has the descriptions and rejections of all its versions, and of the wanted lines. */
const bytesOf = (bom: Bom, wanted: VersionsOf): number =>
  [...new Set(wanted(bom))].reduce((sum, version) => sum + (version ? bytesOfLines(version) : 0), sizeOf(bom));

const bytesOfLines = ({ contentBytes, lineItemCount }: BomVersion): number =>
  contentBytes ?? lineItemCount * LINE_BYTES;
