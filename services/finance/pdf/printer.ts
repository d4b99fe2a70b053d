import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue, type Patience } from '#chassis/concurrency/fair-queue.ts';
import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { PrintedDocument } from './domain/printed-document.ts';
import type { Drawn } from './drawing-thread.ts';

/** Makes documents into PDFs, beside the event loop. */
export interface Printer {
  /** Begins the thread if there is none, while the document is still being read. */
  prepare(): void;
  /**
   * Errors: upstream_unavailable with a Retry-After when the call's time does not do, since other documents or the start of the
   * thread took it; rate_limited when 20 of the org wait; deadline_exceeded when the caller has gone.
   */
  print(document: PrintedDocument, call: Pick<Call, 'principal' | 'deadline' | 'signal'>): Promise<Buffer>;
}

/** Milliseconds. No document takes as long; a thread that does is given up, and one that nobody waits for before that. */
const GIVEN_UP = 15_000;
/** Milliseconds kept for the way back: the caller hears that the service is busy before its own time is over. */
const REPLY_MARGIN = 250;
/** Seconds, until a queue of documents is drawn. */
const BUSY_RETRY = 3;
/** MiB: a document of the most rows takes half of it, and one of as many letters as there are most. */
const HEAP = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };

/** A thread that draws one document at a time: the process has little more memory than a second thread would take. */
export function openPrinter(): Printer & Component {
  const turns = new FairQueue({
    name: 'finance.pdf',
    limit: 1,
    maxWaiting: 20,
    full: { message: 'Too many documents are being drawn; ask for fewer at a time' },
  });
  let thread: Thread | undefined;

  async function drawn(document: PrintedDocument, { deadline, signal }: Patience): Promise<Buffer> {
    const time = AbortSignal.timeout(Math.max(0, Math.min(GIVEN_UP, Math.ceil(deadline - Date.now()))));
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
      // The thread is ended, whatever it draws, and the next drawing starts a new one. A thread that took too long to
      // start is kept for the next drawing.
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
      const patience = { deadline: deadline - REPLY_MARGIN, signal };
      try {
        return await turns.run(principal.orgId, patience, () => drawn(document, patience));
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
  /** Rejects where it could not start. */
  ready: Promise<void>;
  isReady: boolean;
}

/** Takes some 100 ms, when first needed. */
function startThread(): Thread {
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url), { resourceLimits: HEAP });
  worker.unref();
  // Callers that wait hear of the error. Without a caller, it is no reason to end the process.
  worker.on('error', () => undefined);
  const thread: Thread = { worker, isReady: false, ready: Promise.resolve() };
  thread.ready = once(worker, 'message').then(() => {
    thread.isReady = true;
  });
  thread.ready.catch(() => undefined);
  return thread;
}

/** Rejects, too, when `signal` is aborted. */
async function untilReady({ ready, isReady }: Thread, signal: AbortSignal): Promise<void> {
  if (isReady) return;
  const stopping = new AbortController();
  const aborted = once(signal, 'abort', { signal: stopping.signal }).then(() => signal.throwIfAborted());
  aborted.catch(() => undefined);
  signal.throwIfAborted();
  await Promise.race([ready, aborted]).finally(() => stopping.abort());
}
