import type { ServerResponse } from 'node:http';
import { answersCut } from '../metrics.ts';

const MEBIBYTE = 1024 * 1024;
/** Bytes that one holder may have waiting, and all together: encrypted, they take twice as much. */
const SHARE = 24 * MEBIBYTE;
const TOTAL = 48 * MEBIBYTE;
/** Bytes of the largest answer that is not looked at: the number of connections bounds these. */
const SMALL = 64 * 1024;

/** `writableLength`: bytes that are written and not yet sent. */
type Response = Pick<ServerResponse, 'writableLength' | 'closed' | 'once' | 'destroy'>;

interface Held {
  holder: string;
  /** Bytes that wait to be taken. */
  unsent: () => number;
}

/**
 * Answers that their callers have not taken yet. Who asks for much and reads nothing would fill the memory of all; where
 * there is too much, the oldest of whoever holds most is broken off, so that a new answer always finds room (ADR 17).
 */
export class UnsentAnswers {
  /** The oldest first. */
  readonly #answers = new Map<Response, Held>();

  /**
   * To be called before `bytes` are written to `response`, for each part of what comes in parts. `holder` says whose memory they take; `unsent`, how many bytes
   * wait: of an answer that is not written at once, more than those that are written.
   */
  expect(response: Response, holder: string, bytes: number, unsent = () => response.writableLength): void {
    if (bytes <= SMALL || response.closed) return;
    for (let held = this.#held(); ; held = this.#held()) {
      const oldest = this.#oldestOf(crowded(held, holder, bytes), response);
      if (!oldest) break;
      this.#cut(oldest);
    }
    if (!this.#answers.has(response)) response.once('close', () => this.#answers.delete(response));
    this.#answers.set(response, { holder, unsent });
  }

  #held(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { holder, unsent } of this.#answers.values()) held.set(holder, (held.get(holder) ?? 0) + unsent());
    return held;
  }

  #oldestOf(crowding: string | undefined, but: Response): Response | undefined {
    for (const [response, { holder, unsent }] of this.#answers) {
      if (holder === crowding && response !== but && unsent() > 0) return response;
    }
    return undefined;
  }

  #cut(response: Response): void {
    answersCut.inc();
    this.#answers.delete(response);
    response.destroy();
  }
}

/** Whose answers leave no room for `bytes` more of `holder`'s. */
function crowded(held: Map<string, number>, holder: string, bytes: number): string | undefined {
  if ((held.get(holder) ?? 0) + bytes > SHARE) return holder;
  let [total, heaviest, most] = [bytes, undefined as string | undefined, 0];
  for (const [name, count] of held) {
    total += count;
    if (count > most) [heaviest, most] = [name, count];
  }
  return total > TOTAL ? heaviest : undefined;
}
