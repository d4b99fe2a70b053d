import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'undici';

export interface Answer {
  status: number;
  /** Value of the X-Event-Id header. */
  eventId: string | null;
  text: string;
}

/** Status of an answer other than 200, or `lost` for a broken connection. */
export type Refusal = number | 'lost';

/** Milliseconds between two attempts, at first and at most. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;
/**
 * Deadline of a request in milliseconds. MongoDB with default settings keeps the transaction of a killed process open
 * for a minute.
 */
const DEADLINE = 90_000;

const IN_PROGRESS = /"idempotency_in_progress"/;

/**
 * Repeats a request until the answer is 200. The request must be safe to repeat: a read, or a write with an
 * Idempotency-Key. Throws if a retry cannot help, or if the deadline passes.
 */
export async function persistently(
  send: () => Promise<Response>,
  onRefusal: (refusal: Refusal) => void = () => undefined,
): Promise<Answer> {
  const end = Date.now() + DEADLINE;
  const refusals: Refusal[] = [];
  let last = '';
  for (let pause = FIRST_PAUSE; Date.now() < end; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const answer = await send()
      .then(read)
      .catch(() => undefined);
    if (answer?.status === 200) return answer;
    const refusal = answer?.status ?? 'lost';
    refusals.push(refusal);
    onRefusal(refusal);
    last = answer?.text ?? last;
    const isWorthRepeating = answer === undefined || answer.status > 500 || IN_PROGRESS.test(answer.text);
    if (!isWorthRepeating) throw new Error(`${answer.status} ${answer.text}`);
    await sleep(pause * (0.5 + Math.random()));
  }
  throw new Error(`It was never done: ${refusals.length} refusals, at last ${refusals.slice(-20).join(', ')}. ${last}`);
}

async function read(response: Response): Promise<Answer> {
  return { status: response.status, eventId: response.headers.get('x-event-id'), text: await response.text() };
}
