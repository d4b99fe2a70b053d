import { type FindQuery, QueryRun } from '../queries/query.ts';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import { ByteList } from '../storage/byte-list.ts';
import type { Collection } from '../storage/collection.ts';
import type { StoredDocument } from '../storage/stored-document.ts';
import type { Source, WriteTarget } from '../transactions/source.ts';

/** A statement that changes one document has so many to choose from, in case others change them first. */
const CANDIDATES = 10;

/**
 * The documents that a statement is to change. As in MongoDB a statement that takes long gives way between two documents:
 * one that was found before is looked at again, and is changed as it is then, if it still matches.
 */
export class Selection {
  /** Documents that the statement has matched so far. */
  matched = 0;
  modified = 0;
  private ids: ByteList | undefined;
  private next = 0;
  private sought: { collection: Collection; query: FindQuery } | undefined;

  /** Pauses, before the first document is given, where a search is needed (`isSought`); later where others are to have the thread. */
  *documents(
    collection: Collection,
    query: FindQuery,
    target: WriteTarget,
    deadline: Deadline,
  ): Generator<StoredDocument | Pause> {
    const run = new QueryRun(collection, query, target, deadline);
    // Where their ids are known nothing is sought, and each is read once.
    if (!this.ids && query.limit === undefined && run.ids) this.found(ByteList.of(run.ids));
    let found: StoredDocument[] | undefined;
    if (!this.ids) {
      this.sought = { collection, query };
      found = [];
      const ids = new ByteList();
      for (const stored of run.documentsInSteps()) {
        if (stored === PAUSE) {
          // The documents of a longer search may be more than memory holds.
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
    // Others have changed all that were found.
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

  /** Finds the documents without holding up those who write. */
  *search(source: Source, deadline: Deadline): Steps<void> {
    const { collection, query } = this.sought as { collection: Collection; query: FindQuery };
    const limit = query.limit === 1 ? CANDIDATES : query.limit;
    const found = new ByteList();
    for (const stored of new QueryRun(collection, { ...query, limit }, source, deadline).documentsInSteps()) {
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
