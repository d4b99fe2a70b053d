import { setTimeout as delay } from 'node:timers/promises';
import { FairQueue } from '#chassis/concurrency/fair-queue.ts';
import { AppError, type ErrorCode } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { TIMEOUT } from '../http/http-exchange.ts';
import { lengthOf, type RecordFormat, type TextStream, textOf } from '../payload/pieces.ts';
import type { Request } from './route.ts';

/** Records of one message. `next`: position where the next message starts; undefined: there are no more records. */
export interface Batch {
  data: unknown[];
  next?: string | undefined;
}

/** The caller of a list: the options of service calls, and the signal that the caller has gone. */
export type ListReader = Pick<Request<unknown, string, unknown, unknown>, 'call' | 'over'>;

/** A waiting list holds only a connection, so waiting lists cost little memory. */
const turns = new FairQueue({
  name: 'gateway.list-batches',
  limit: 2,
  maxWaiting: 1_000,
  full: { message: 'Too many lists are being read; ask for fewer at a time' },
});

/** Error codes of a call that may succeed when it is repeated. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['upstream_unavailable', 'deadline_exceeded', 'rate_limited']);
/** Maximum milliseconds until a call is repeated. */
const PAUSE = 500;

/** Bytes of text in one batch, as soon as the size of the records is known. */
const BATCH = 1024 * 1024;

/**
 * Yields the text of a list that needs several messages, batch by batch. The first batch is text already when the
 * promise resolves. Each further batch is fetched after the caller has taken the previous one; orgs take turns. `fetch`
 * gets the position to continue at and the maximum number of records. It is called until there are no more records, or
 * `limit` records are fetched.
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

  // Each call has its own deadline, because the complete answer may take longer than one request may.
  async function following(after: string): Promise<Buffer[]> {
    return encoded(await fetch(after, most, { context, traceparent }));
  }

  /**
   * Repeats the call after a transient error, because half of the answer is already sent. Stops after TIMEOUT, or when
   * the caller has gone.
   */
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
