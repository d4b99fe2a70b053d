import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue, type WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { PrintedDocument } from './domain/printed-document.ts';
import type { Drawn } from './drawing-thread.ts';

/** Draws documents as PDFs in a worker thread. */
export interface Printer {
  /** Starts the thread if there is none, so that it starts while the record is read. */
  prepare(): void;
  /**
   * Draws a document. Errors: upstream_unavailable with Retry-After when the deadline passes while other documents are
   * drawn or the thread starts; rate_limited when 20 documents of the org wait; deadline_exceeded when the caller has
   * gone.
   */
  print(document: PrintedDocument, call: Pick<Call, 'principal' | 'deadline' | 'signal'>): Promise<Buffer>;
}

/** Maximum milliseconds of a drawing. Then the thread is ended. It is also ended when the caller's deadline passes. */
const MAX_DRAWING_MS = 15_000;
/** Milliseconds that are left for the reply, so that the caller gets an error before its own deadline. */
const REPLY_MARGIN = 250;
/** Retry-After in seconds: about the time in which a queue of documents is drawn. */
const BUSY_RETRY = 3;
/** Memory limits of the thread in MiB. The largest documents take half of them. */
const HEAP = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

/**
 * Opens a printer with one thread, which draws one document at a time. A second thread would need more memory than the
 * process has left.
 */
export function openPrinter(): Printer & Component {
  const turns = new FairQueue({
    name: 'finance.pdf',
    limit: 1,
    maxWaiting: 20,
    full: { message: 'Too many documents are being drawn; ask for fewer at a time' },
  });
  let thread: Thread | undefined;

  async function drawn(document: PrintedDocument, { deadline, signal }: WaitLimit): Promise<Buffer> {
    const time = AbortSignal.timeout(Math.max(0, Math.min(MAX_DRAWING_MS, Math.ceil(deadline - Date.now()))));
    const tooLong = AbortSignal.any(signal ? [time, signal] : [time]);
    thread ??= startThread();
    const used = thread;
    try {
      await untilReady(used, tooLong);
      const answer = once(used.worker, 'message', { signal: tooLong });
      used.worker.postMessage(document);
      const [{ bytes, fault }] = (await answer) as [Drawn];
      if (!bytes) throw new AppError('internal_error', 'The document could not be drawn', { cause: fault });
      return Buffer.from(bytes);
    } catch (error) {
      // The thread is ended, because it may still be drawing. The next drawing starts a new one. A thread that was only
      // too slow to start is kept for the next drawing.
      if (used.isReady || !tooLong.aborted) await end(used);
      throw tooLong.aborted ? tooLate(error) : error;
    }
  }

  async function end(ended: Thread | undefined): Promise<void> {
    if (thread === ended) thread = undefined;
    await ended?.worker.terminate();
  }

  return {
    name: 'printer',
    prepare: () => {
      thread ??= startThread();
    },
    async print(document, { principal, deadline, signal }) {
      const waitLimit = { deadline: deadline - REPLY_MARGIN, signal };
      try {
        return await turns.run(principal.orgId, waitLimit, () => drawn(document, waitLimit));
      } catch (error) {
        throw hasCode(error, 'deadline_exceeded') && !signal.aborted ? busy(error) : error;
      }
    },
    stop: () => end(thread),
  };
}

const tooLate = (cause: unknown) => new AppError('deadline_exceeded', 'The document was not drawn in time', { cause });

const busy = (cause: unknown) =>
  new AppError('upstream_unavailable', 'The document could not be drawn in time; try again', {
    retryAfter: BUSY_RETRY,
    cause,
  });

interface Thread {
  worker: Worker;
  /** Rejects if the thread cannot start. */
  ready: Promise<void>;
  isReady: boolean;
}

/** Starts the thread, which takes about 100 ms. */
function startThread(): Thread {
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), { resourceLimits: HEAP });
  worker.unref();
  // Waiting callers get the error from `once`. Without this listener, an error between two drawings would end the
  // process.
  worker.on('error', () => undefined);
  const thread: Thread = { worker, isReady: false, ready: Promise.resolve() };
  thread.ready = once(worker, 'message').then(() => {
    thread.isReady = true;
  });
  thread.ready.catch(() => undefined);
  return thread;
}

/** Resolves when the thread is ready. Rejects if it cannot start, or when `signal` is aborted. */
async function untilReady({ ready, isReady }: Thread, signal: AbortSignal): Promise<void> {
  if (isReady) return;
  const stopping = new AbortController();
  const aborted = once(signal, 'abort', { signal: stopping.signal }).then(() => signal.throwIfAborted());
  aborted.catch(() => undefined);
  signal.throwIfAborted();
  await Promise.race([ready, aborted]).finally(() => stopping.abort());
}
