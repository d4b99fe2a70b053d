import { AppError } from '#chassis/domain/errors.ts';

/**
 * Maximum number of running questions, in total and of one asker. Identity needs the rest of its time for other calls.
 */
const MAX_OPEN = 32;
const MAX_OPEN_OF_ONE = 8;

type Turn = PromiseWithResolvers<void>;

interface Queue {
  open: number;
  waiting: Set<Turn>;
}

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
  readonly #asked = new Map<string, Asked<Answer>>();
  /** By asker, in the order of turns. */
  readonly #queues = new Map<string, Queue>();
  #open = 0;

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
    this.#next();
    return asked.answer;
  }

  #prepare(subject: string, asker: string, question: () => Promise<Answer>): Asked<Answer> {
    const turn: Turn = Promise.withResolvers();
    const queue = this.#queues.get(asker) ?? { open: 0, waiting: new Set() };
    this.#queues.set(asker, queue);
    queue.waiting.add(turn);
    const forget = () => {
      if (this.#asked.get(subject) === asked) this.#asked.delete(subject);
    };
    const answer = turn.promise.then(() => question().finally(() => this.#end(asker, queue)));
    const asked: Asked<Answer> = {
      answer: answer.finally(forget),
      callers: 0,
      withdraw: () => {
        if (!queue.waiting.delete(turn)) return;
        forget();
        this.#forgetIfIdle(asker, queue);
        turn.reject(new AppError('deadline_exceeded', 'Nobody waits for the answer any more'));
      },
    };
    this.#asked.set(subject, asked);
    return asked;
  }

  #next(): void {
    for (const [asker, queue] of this.#queues) {
      if (this.#open >= MAX_OPEN) return;
      const [turn] = queue.waiting;
      if (queue.open >= MAX_OPEN_OF_ONE || !turn) continue;
      queue.waiting.delete(turn);
      this.#open += 1;
      queue.open += 1;
      // The asker moves to the end of the order.
      this.#queues.delete(asker);
      this.#queues.set(asker, queue);
      turn.resolve();
    }
  }

  #end(asker: string, queue: Queue): void {
    queue.open -= 1;
    this.#open -= 1;
    this.#forgetIfIdle(asker, queue);
    this.#next();
  }

  #forgetIfIdle(asker: string, queue: Queue): void {
    if (queue.open === 0 && queue.waiting.size === 0) this.#queues.delete(asker);
  }
}
