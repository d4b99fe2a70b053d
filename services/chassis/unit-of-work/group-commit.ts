import { AppError, LostRace } from '../domain/errors.ts';

const CONCURRENCY = 2;
const MAX_GROUP = 64;
/** Maximum number of waiting writes. A working database commits them within seconds. */
const MAX_WAITING = 4096;
/**
 * Maximum number of waiting writes of one org. The rest is for other orgs. When `MAX_WAITING` is reached, each org may
 * still have one group.
 */
const MAX_WAITING_OF_ORG = MAX_WAITING / 4;

interface Queue<Item> {
  /** Halves of failed groups. They go before writes that came later. */
  halves: Waiting<Item>[][];
  writes: Waiting<Item>[];
}

interface Waiting<Item> {
  item: Item;
  deadline: number;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Lets writes of one org that wait at the same time share a transaction. No timer is used: writes that arrive while
 * `CONCURRENCY` commits run form the next groups. Orgs take turns, so that many writes of one org delay no other org. A
 * failed group is halved until the faulty writes are alone, so that they do not spoil the others, with few additional
 * commits. Halves wait for their org's turn like any group, so failures never cause more concurrent commits.
 */
export class GroupCommit<Item> {
  readonly #commit: (items: Item[], deadline: number) => Promise<void>;
  /** By org, in the order of turns. */
  readonly #queues = new Map<string, Queue<Item>>();
  #waiting = 0;
  #running = 0;

  /** `commit` must store all of the items or none. */
  constructor(commit: (items: Item[], deadline: number) => Promise<void>) {
    this.#commit = commit;
  }

  /**
   * Resolves when `item` is committed. `deadline`: epoch milliseconds. Errors: deadline_exceeded when the deadline
   * passes before the turn, and nothing was begun; upstream_unavailable when too many writes wait; the errors of
   * `commit`.
   */
  async add(item: Item, orgId: string, deadline: number): Promise<void> {
    const queue = this.#queueOf(orgId);
    if (queue.writes.length >= (this.#waiting < MAX_WAITING ? MAX_WAITING_OF_ORG : MAX_GROUP)) {
      throw new AppError('upstream_unavailable', 'Too many writes wait for the database', { retryAfter: 1 });
    }
    return new Promise((resolve, reject) => {
      queue.writes.push({ item, deadline, resolve, reject });
      this.#queues.set(orgId, queue);
      this.#waiting++;
      this.#next();
    });
  }

  #queueOf(orgId: string): Queue<Item> {
    return this.#queues.get(orgId) ?? { halves: [], writes: [] };
  }

  #next(): void {
    while (this.#running < CONCURRENCY && this.#waiting > 0) {
      const { orgId, group } = this.#takeGroup();
      this.#running++;
      void this.#run(orgId, inTime(group)).finally(() => {
        this.#running--;
        this.#next();
      });
    }
  }

  /** Takes the next org's group. The org's other writes wait until all other orgs have had a turn. */
  #takeGroup(): { orgId: string; group: Waiting<Item>[] } {
    const [orgId = ''] = this.#queues.keys();
    const queue = this.#queueOf(orgId);
    const group = queue.halves.shift() ?? queue.writes.splice(0, MAX_GROUP);
    this.#queues.delete(orgId);
    if (queue.halves.length > 0 || queue.writes.length > 0) this.#queues.set(orgId, queue);
    this.#waiting -= group.length;
    return { orgId, group };
  }

  #halve(orgId: string, group: Waiting<Item>[]): void {
    const queue = this.#queueOf(orgId);
    queue.halves.unshift(...halves(group));
    this.#queues.set(orgId, queue);
    this.#waiting += group.length;
  }

  async #run(orgId: string, group: Waiting<Item>[]): Promise<void> {
    if (group.length === 0) return;
    const items = group.map(({ item }) => item);
    // The latest deadline counts: an early deadline of one write must not end the other writes.
    const deadline = Math.max(...group.map((waiting) => waiting.deadline));
    try {
      await this.#commit(items, deadline);
      for (const { resolve } of group) resolve();
    } catch (error) {
      if (group.length === 1 || isNobodysFault(error)) for (const { reject } of group) reject(error);
      else this.#halve(orgId, group);
    }
  }
}

function halves<T>(group: T[]): [T[], T[]] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}

/** True for errors after which a group is not halved: it may have been committed, or the database was not reached. */
function isNobodysFault(error: unknown): boolean {
  if (!(error instanceof AppError) || error instanceof LostRace) return false;
  return ['outcome_unknown', 'upstream_unavailable'].includes(error.code);
}

/** Refuses writes whose deadline has passed. Otherwise a slow database would work for callers that have gone. */
function inTime<Item>(group: Waiting<Item>[]): Waiting<Item>[] {
  const now = Date.now();
  const late = group.filter(({ deadline }) => deadline <= now);
  for (const { reject } of late) reject(new AppError('deadline_exceeded', 'The write did not get its turn in time'));
  return group.filter(({ deadline }) => deadline > now);
}
