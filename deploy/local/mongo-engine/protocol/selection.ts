import { type FindQuery, QueryRun } from '../queries/query.ts';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import { ByteList } from '../storage/byte-list.ts';
import type { Collection } from '../storage/collection.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import type { Source, WriteTarget } from '../transactions/source.ts';

/**
 * Maximum number of documents that a search collects for a statement that changes only one document. If other commands
 * change the first documents before the statement does, it takes the next.
 */
const CANDIDATES = 10;

/**
 * The documents that a statement will change. As in MongoDB, a long statement gives way to other commands between two
 * documents. It then reads each document again before it changes it, and skips a document that no longer matches.
 */
export class Selection {
  /** Number of documents that the statement has matched so far. */
  matched = 0;
  modified = 0;
  private ids: ByteList | undefined;
  private next = 0;
  private sought: { collection: Collection; query: FindQuery } | undefined;

  /**
   * Yields the documents. Pauses before the first document if a search is needed (`isSought`), and later if others need
   * the thread.
   */
  *documents(
    collection: Collection,
    query: FindQuery,
    target: WriteTarget,
    deadline: Deadline,
  ): Generator<StoredDocument | Pause> {
    const run = new QueryRun(collection, query, target, deadline);
    // If the ids are known, no search is needed, and each document is read once.
    if (!this.ids && query.limit === undefined && run.ids) this.found(ByteList.of(run.ids));
    let found: StoredDocument[] | undefined;
    if (!this.ids) {
      this.sought = { collection, query };
      found = [];
      const ids = new ByteList();
      for (const stored of run.documents()) {
        if (stored === PAUSE) {
          // A longer search may find more documents than the memory can hold.
          found = undefined;
          yield PAUSE;
        } else {
          found?.push(stored);
          ids.push(stored.id);
        }
      }
      this.found(ids);
    }
    for (const ids = this.ids ?? new ByteList(); this.next < ids.length; this.next++) {
      const stored = found ? found[this.next] : run.current(ids.get(this.next));
      if (stored) {
        yield stored;
        if (query.limit === 1) return;
      }
      if (deadline.check() && this.next < ids.length - 1) {
        this.next++;
        yield PAUSE;
        this.next--;
      }
    }
    // Other commands have changed every document that the search has found, so search again.
    if (query.limit === 1 && !found && this.ids?.length) {
      this.ids = undefined;
      yield PAUSE;
    }
  }

  get isSought(): boolean {
    return this.ids === undefined && this.sought !== undefined;
  }

  get isEmpty(): boolean {
    return this.ids?.length === 0;
  }

  /** Finds the documents in a snapshot, so that other writes need not wait. */
  *search(source: Source, deadline: Deadline): Steps<void> {
    const { collection, query } = this.sought as { collection: Collection; query: FindQuery };
    const limit = query.limit === 1 ? CANDIDATES : query.limit;
    const found = new ByteList();
    for (const stored of new QueryRun(collection, { ...query, limit }, source, deadline).documents()) {
      if (stored === PAUSE) yield PAUSE;
      else found.push(stored.id);
    }
    this.found(found);
  }

  private found(ids: ByteList): void {
    this.ids = ids;
    this.next = 0;
  }
}
