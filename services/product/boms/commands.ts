import type { z } from 'zod';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { hasCode } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { type UnaryMethod, type UnaryOptions, unary } from '#chassis/rpc/endpoint.ts';
import type { EncodedReply } from '#chassis/rpc/message-codec.ts';
import { refuseOutOfTurn } from '#chassis/rpc/out-of-turn.ts';
import type { Transaction, Writer, Written } from '#chassis/unit-of-work/write.ts';
import type { NameAuthors } from './author-names.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import { sizeOf } from './content-repository.ts';
import { type Actor, type Bom, latestOf } from './domain/bom.ts';
import type { BomState } from './domain/bom-change.ts';
import type { BomVersion } from './domain/bom-version.ts';
import type { BomRepository, VersionsOf } from './repository.ts';

/** Maximum bytes that a call loads without waiting in the queue of its org. */
export const MAX_SMALL = 256 * 1024;
/** Assumed bytes of a line in a version whose size is not stored. So a call with about 100 lines does not wait. */
export const LINE_BYTES = 2_500;
/** The dependencies of the rpcs of BOMs. */
export interface BomParts {
  writer: Writer;
  boms: BomRepository;
  dependencies: BomDependencies;
  /** Sets the names of authors. */
  authors: NameAuthors;
  /** The queue for calls that load many lines. */
  turns: BomTurns;
}

/** The part of a request that names the BOM. */
interface BomRequest {
  id: string;
  expectedRevision?: number | undefined;
}

/** The steps of a change, in the order in which they run. */
interface Changing<Request, Prepared, Value, Reply> {
  /** The versions whose lines the change needs, besides the latest version. */
  versionsOf?(bom: Bom, request: Request): ReturnType<VersionsOf>;
  /** Bytes of memory that the request itself takes. */
  bytes?(request: Request): number;
  /** Runs before the transaction, once for each attempt of the write, after the call has waited in the queue. */
  prepare?(request: Request, call: Call): Promise<Prepared>;
  /** Runs in the transaction, and again when the transaction is retried. */
  change(request: Request, before: BomState, tx: Transaction, prepared: Prepared): Promise<Value>;
  /** The part of the value that the Idempotency-Key stores; default: all of it. */
  remember?(value: Value): unknown;
  reply(written: Written<Value>, call: Call): Reply | Promise<Reply>;
}

/** Changes a BOM in one transaction. A change that loads more than MAX_SMALL bytes waits in the queue of its org. */
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

/** An rpc that changes a BOM. */
export const bomCommand = <Schema extends z.ZodType<BomRequest>, Value, Reply>(
  parts: BomParts,
  schema: Schema,
  access: UnaryOptions,
  changing: Changing<z.output<Schema>, void, Value, Reply>,
) =>
  unary(schema, (request, call) => changeBom(parts, request, call, changing), access) as UnaryMethod<MessageOf<Reply>>;

/** The message type of a reply. A reply may already be encoded. */
type MessageOf<Reply> = Reply extends EncodedReply<infer Message> ? Message : Reply;

/** The author of a write. An API key has at most the rights of staff (decisions 3: Scopes). */
export const actorOf = ({ principal: { kind, id, role } }: Pick<Transaction, 'principal'>): Actor => ({
  id,
  isAdmin: kind === 'user' && role === 'admin',
});

/** The queue of calls that load large BOMs. `wanted`: the versions whose lines the work loads. */
interface BomTurns {
  /**
   * Reads a BOM and answers from it. Errors: not_found; deadline_exceeded and NeedsTurn as `largeBomTurns`; the errors
   * of `wanted` and `answer`.
   */
  read<T>(call: Call, id: string, wanted: VersionsOf, answer: (bom: Bom) => Promise<T>): Promise<T>;
  /**
   * Runs a write. `more`: bytes that the work needs besides the BOM. Errors: deadline_exceeded and NeedsTurn as
   * `largeBomTurns`; the errors of `work`.
   */
  changeInTurn<T>(call: Call, id: string, wanted: VersionsOf, work: () => Promise<T>, more?: number): Promise<T>;
}

/**
 * Opens the queue of large BOMs. A call holds tens of megabytes until it is answered. Errors of its functions:
 * deadline_exceeded when the call's deadline passes in the queue; NeedsTurn when the call came out of turn and needs
 * more than 64 KiB.
 */
export function largeBomTurns(boms: Pick<BomRepository, 'get'>): BomTurns {
  // Two slots: one BOM is loaded while another is encoded. More slots would need more memory, and save no time.
  const turns = new FairQueue({ name: 'product.boms', limit: 2 });
  return {
    async read(call, id, wanted, answer) {
      const { orgId } = call.principal;
      const bom = await boms.get(orgId, id);
      const bytes = bytesOf(bom, wanted);
      refuseOutOfTurn(call.context, bytes);
      if (bytes <= MAX_SMALL) return answer(bom);
      // The BOM is read again, because it may have changed while the call waited.
      return turns.run(orgId, call, async () => answer(await boms.get(orgId, id)));
    },
    async changeInTurn(call, id, wanted, work, more = 0) {
      const { orgId } = call.principal;
      // A BOM that does not exist is not refused here: the write itself refuses it, or a repeated call gets its stored
      // answer.
      const before = await boms.get(orgId, id).catch(undefinedWhereNotFound);
      // The answer may have the lines of all versions.
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

/** Bytes of the BOM with the texts of all its versions, and of the lines of the wanted versions. */
const bytesOf = (bom: Bom, wanted: VersionsOf): number =>
  [...new Set(wanted(bom))].reduce((sum, version) => sum + (version ? bytesOfLines(version) : 0), sizeOf(bom));

const bytesOfLines = ({ contentBytes, lineItemCount }: BomVersion): number =>
  contentBytes ?? lineItemCount * LINE_BYTES;
