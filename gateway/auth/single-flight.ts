import { FairQueue } from '#chassis/concurrency/fair-queue.ts';

interface Asked<Answer> {
  answer: Promise<Answer>;
  /** Number of callers that wait for the answer. */
  callers: number;
  /** For when none does. */
  withdraw(): void;
}

/**
 * Questions to a service. Callers that ask about one subject share one question. Askers take turns, so that none waits
 * for a flood of another. No caller is refused: at most as many questions wait as requests are open, since a question is
 * withdrawn with its last caller.
 */
export class SingleFlight<Answer> {
  /** By subject. */
  readonly #asked = new Map<string, Asked<Answer>>();
  /** The rest of identity's time is for others. */
  readonly #turns = new FairQueue({ name: 'gateway.credentials', limit: 32, each: 8 });

  /** `gone`: the caller waits no longer. */
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
        // An open question is answered all the same: whoever asks meanwhile shares it.
        if (isOpen) return;
        forget();
        waiting.abort();
      },
    };
    this.#asked.set(subject, asked);
    return asked;
  }
}
