import { FairQueue } from '#chassis/concurrency/fair-queue.ts';

interface Asked<Answer> {
  answer: Promise<Answer>;
  /** Number of callers that wait for the answer. */
  callers: number;
  /** Removes the question from the queue when its last caller has left. */
  withdraw(): void;
}

/**
 * Questions to a service. Callers that ask about the same subject share one question. Askers take turns, so that many
 * questions of one asker do not delay the others. No caller is refused: there are at most as many waiting questions as
 * open requests, because a question is withdrawn when its last caller leaves.
 */
export class SingleFlight<Answer> {
  /** By subject. */
  readonly #asked = new Map<string, Asked<Answer>>();
  /** Limits of running questions. Identity needs the rest of its time for other calls. */
  readonly #turns = new FairQueue({ name: 'gateway.credentials', limit: 32, each: 8 });

  /**
   * Answers a question about `subject`. `gone` aborts when the caller no longer waits. Throws the error of `question`;
   * deadline_exceeded when all callers have left.
   */
  ask(subject: string, asker: string, question: () => Promise<Answer>, gone: AbortSignal): Promise<Answer> {
    const asked = this.#asked.get(subject) ?? this.#prepare(subject, asker, question);
    const leave = () => {
      asked.callers -= 1;
      if (asked.callers === 0) asked.withdraw();
    };
    asked.callers += 1;
    gone.addEventListener('abort', leave, { once: true });
    return asked.answer;
  }

  #prepare(subject: string, asker: string, question: () => Promise<Answer>): Asked<Answer> {
    const waiting = new AbortController();
    let isOpen = false;
    const open = () => {
      isOpen = true;
      return question();
    };
    const forget = () => {
      if (this.#asked.get(subject) === asked) this.#asked.delete(subject);
    };
    const asked: Asked<Answer> = {
      answer: this.#turns.run(asker, { signal: waiting.signal }, open).finally(forget),
      callers: 0,
      withdraw() {
        // A running question continues, because later callers can share its answer.
        if (isOpen) return;
        forget();
        waiting.abort();
      },
    };
    this.#asked.set(subject, asked);
    return asked;
  }
}
