import { setTimeout as sleep } from 'node:timers/promises';
import type { Response } from 'undici';

export interface Answer {
  status: number;
  /** From X-Event-Id. */
  eventId: string | null;
  text: string;
}

/** The status of an answer that is no success, and `lost` for a connection that broke. */
export type Refusal = number | 'lost';

/** Milliseconds. */
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1000;
/** For one request: a MongoDB with its default settings holds what a killed process was writing for a minute. */
const PATIENCE = 90_000;

const IN_PROGRESS = /"idempotency_in_progress"/;

/**
 * Sends what may be sent again (a read, or a write with its Idempotency-Key) as a careful caller does: until the answer is
 * 200. Fails for a refusal that no repetition can mend, and after long patience with others.
 */
export async function persistently(
  send: () => Promise<Response>,
  onRefusal: (refusal: Refusal) => void = () => undefined,
): Promise<Answer> {
  const end = Date.now() + PATIENCE;
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
