import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError, type ErrorCode } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { TIMEOUT } from '../http/http-exchange.ts';
import { lengthOf, type RecordFormat, type TextStream, textOf } from '../payload/pieces.ts';
import type { Request } from './route.ts';

/** Records that came in one message, and where the next ones start. */
export interface Batch {
  data: unknown[];
  next?: string | undefined;
}

/** The reader of a list: the options of calls for it, and whether it still waits. */
export type ListReader = Pick<Request<unknown, string, unknown, unknown>, 'call' | 'over'>;

/** A list that waits for its turn holds only a connection, so the number of connections bounds the queue. */
const turns = new FairQueue({
  name: 'gateway.list-batches',
  limit: 2,
  maxWaiting: 1_000,
  full: { message: 'Too many lists are being read; ask for fewer at a time' },
});

/** Errors of a call after which another may be answered. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['upstream_unavailable', 'deadline_exceeded', 'rate_limited']);
/** Milliseconds at most before it is made again. */
const PAUSE = 500;

/** Bytes of text that a stream has waiting at once, once it is known how large its records are. */
const BATCH = 1024 * 1024;

/**
 * The text of a list that is more than one message, batch by batch: the next is fetched when its caller has taken the last,
 * in turn by org. `first` is text when this resolves. `fetch` is told where to go on, and how many records are wanted at
 * most; it is called until there is nothing more, or `limit` records are there.
 */
export async function batchesOf(
  first: Batch,
  { call: { context, traceparent }, over: signal }: ListReader,
  format: RecordFormat,
  fetch: (after: string, most: number, call: CallOptions) => Promise<Batch>,
  limit = Number.POSITIVE_INFINITY,
): Promise<TextStream> {
  let next: string | undefined;
  let taken = 0;
  let most = limit;

  // Each call has a deadline of its own: the whole takes as long as it takes.
  async function following(after: string): Promise<Buffer[]> {
    return encoded(await fetch(after, most, { context, traceparent }));
  }

  /** Half of the answer is sent: an outage that passes does not break it off. Ends when nobody takes the answer any more. */
  async function retrying(after: string): Promise<Buffer[]> {
    const deadline = Date.now() + TIMEOUT;
    const org = context.principal?.orgId ?? '';
    for (;;) {
      try {
        return await turns.run(org, { deadline, signal }, () => following(after));
      } catch (error) {
        const pause = Math.random() * PAUSE;
        const isTransient = error instanceof AppError && TRANSIENT.has(error.code);
        if (!isTransient || signal.aborted || Date.now() + pause >= deadline) throw error;
        await delay(pause, undefined, { signal });
      }
    }
  }

  async function encoded(batch: Batch): Promise<Buffer[]> {
    const pieces = await textOf(format, batch.data);
    next = batch.next;
    taken += batch.data.length;
    const size = lengthOf(pieces) / Math.max(1, batch.data.length);
    most = Math.min(limit - taken, Math.max(1, Math.floor(BATCH / size)));
    return pieces;
  }

  async function* all(pieces: Buffer[]): TextStream {
    yield [Buffer.from(format.begin)];
    yield pieces;
    while (next !== undefined && taken < limit) {
      const more = await retrying(next);
      if (more.length > 0) yield [Buffer.from(format.between)];
      yield more;
    }
  }

  return all(await encoded(first));
}
