import { AppError } from '#chassis/errors.ts';

/** Questions that are open at once, in all and of one asker: the rest of identity's time is for others. */
const MAX_OPEN = 32;
const MAX_OPEN_OF_ONE = 8;
/** Questions that wait, in all and of one asker; where nothing is left of these, each asker still has one. */
const MAX_WAITING = 10_000;
const MAX_WAITING_OF_ONE = 1_000;

interface Lane {
  open: number;
  waiting: (() => void)[];
}

/** Questions to a service. Those about the same subject are asked once; askers take turns, so that none waits for a flood of another. */
export class Questions<Answer> {
  readonly #asked = new Map<string, Promise<Answer>>();
  /** By asker; the first that waits is next. */
  readonly #lanes = new Map<string, Lane>();
  #open = 0;
  #waiting = 0;

  /** Throws rate_limited when more questions of the asker wait than should be remembered. */
  ask(subject: string, asker: string, question: () => Promise<Answer>): Promise<Answer> {
    const known = this.#asked.get(subject);
    if (known) return known;
    const answer = this.#turn(asker)
      .then(question)
      .finally(() => {
        this.#asked.delete(subject);
        this.#end(asker);
      });
    this.#asked.set(subject, answer);
    return answer;
  }

  #turn(asker: string): Promise<void> {
    const lane = this.#lanes.get(asker) ?? { open: 0, waiting: [] };
    if (lane.waiting.length >= (this.#waiting < MAX_WAITING ? MAX_WAITING_OF_ONE : 1)) throw tooMany();
    this.#lanes.set(asker, lane);
    this.#waiting += 1;
    return new Promise((begin) => {
      lane.waiting.push(begin);
      this.#next();
    });
  }

  #next(): void {
    for (const [asker, lane] of this.#lanes) {
      if (this.#open >= MAX_OPEN) return;
      if (lane.open >= MAX_OPEN_OF_ONE) continue;
      const begin = lane.waiting.shift();
      if (!begin) continue;
      this.#waiting -= 1;
      this.#open += 1;
      lane.open += 1;
      // Behind all others.
      this.#lanes.delete(asker);
      this.#lanes.set(asker, lane);
      begin();
    }
  }

  #end(asker: string): void {
    const lane = this.#lanes.get(asker) as Lane;
    lane.open -= 1;
    this.#open -= 1;
    if (lane.open === 0 && lane.waiting.length === 0) this.#lanes.delete(asker);
    this.#next();
  }
}

const tooMany = () =>
  new AppError('rate_limited', 'Too many API keys of one address wait to be looked up', { retryAfter: 1 });
