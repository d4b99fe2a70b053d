import { AppError, LostRace } from '../domain/errors.ts';

const CONCURRENCY = 2;
const MAX_GROUP = 64;
/** Some seconds' worth for a database that works. */
const MAX_WAITING = 4096;
/** The rest is for others; where nothing is left of it, each org still has one group. */
const MAX_WAITING_OF_ORG = MAX_WAITING / 4;

interface Queue<Item> {
  /** Halves of groups that failed. They go before writes that came after them. */
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
 * Lets writes of one org that wait at the same time share a transaction. Nothing waits for a timer: what arrives while
 * `CONCURRENCY` commits run makes up the next ones. Orgs take turns, so that a flood of one delays no other. A group
 * that fails is halved until the bad writes are alone, so that they spoil no other and cost the others few commits. The
 * halves wait for their org's turns like any group: whatever fails, no more commits run at once.
 */
export class GroupCommit<Item> {
  readonly #commit: (items: Item[], deadline: number) => Promise<void>;
  /** By org; the first is next. */
  readonly #queues = new Map<string, Queue<Item>>();
  #waiting = 0;
  #running = 0;

  /** `commit` persists all of the items or none. */
  constructor(commit: (items: Item[], deadline: number) => Promise<void>) {
    this.#commit = commit;
  }

  /**
   * Resolves when `item` is committed. `deadline` in epoch milliseconds: one that has passed when its turn comes was not
   * begun. Errors: deadline_exceeded; upstream_unavailable when too many wait; and what `commit` throws.
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

  /** The next org's group; what is left of it waits behind all other orgs. */
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
    // A short deadline of one must not end the write of another.
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

/** A group that may have been committed must not be tried again, and one that met no database need not. */
function isNobodysFault(error: unknown): boolean {
  if (!(error instanceof AppError) || error instanceof LostRace) return false;
  return ['outcome_unknown', 'upstream_unavailable'].includes(error.code);
}

/** Refuses those whose caller has gone, so that a slow database is not kept busy by what nobody waits for. */
function inTime<Item>(group: Waiting<Item>[]): Waiting<Item>[] {
  const now = Date.now();
  const late = group.filter(({ deadline }) => deadline <= now);
  for (const { reject } of late) reject(new AppError('deadline_exceeded', 'The write did not get its turn in time'));
  return group.filter(({ deadline }) => deadline > now);
}
