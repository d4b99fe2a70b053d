import type { Document } from 'bson';
import type { Deadline } from '../scheduling/deadline.ts';
import { type Catalog, rangeOf } from '../storage/catalog.ts';
import type { Collection, Index } from '../storage/collection.ts';
import { duplicateKey } from '../storage/duplicate-key.ts';
import { entriesOf } from '../storage/index-entries.ts';
import type { Store } from '../storage/store.ts';
import { StoredDocument } from '../storage/stored-document.ts';
import { NOTHING, type Writer } from '../storage/writer.ts';
import { MongoError } from '../values/error.ts';

interface Build {
  collection: Collection;
  /** How many indexes there were. */
  before: number;
  made: Index[];
  /** The last document that they hold. */
  reached: Buffer | undefined;
  isDone: boolean;
  failure: MongoError | undefined;
  end: PromiseWithResolvers<void>;
}

/** Documents that are read before their entries are written. */
const CHUNK = 32;

/**
 * Builds indexes in as many batches as it takes. From the first batch on every write keeps them: what is written behind
 * the document that a build has reached is in them by that, and what is before it will be found.
 */
export class IndexBuilds {
  private readonly store: Store;
  private readonly catalog: Catalog;
  private readonly running = new Map<Index, Promise<void>>();

  constructor(store: Store, catalog: Catalog) {
    this.store = store;
    this.catalog = catalog;
  }

  /**
   * Builds what `lacking` says of the collection. Throws MongoError 11000 for a value that is there twice, 276 where the
   * collection or the index is dropped meanwhile.
   */
  async build(ns: string, lacking: (collection: Collection) => Document[], deadline: Deadline): Promise<Build> {
    for (;;) {
      const there = this.catalog.get(ns);
      const kind = there && lacking(there).length === 0 ? 'keeps' : 'grows';
      const { build, pending } = await this.store.write((writer) => this.begin(ns, lacking, deadline, writer), kind);
      if (build) return this.finish(build, deadline);
      // What another command builds may become what this one asks for, or may fail.
      await deadline.wait(pending);
    }
  }

  private begin(
    ns: string,
    lacking: (collection: Collection) => Document[],
    deadline: Deadline,
    writer: Writer,
  ): { build: Build; pending?: undefined } | { build?: undefined; pending: Promise<void> } {
    const collection = this.catalog.get(ns);
    if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${ns}`);
    const pending = collection.indexes.map((index) => this.running.get(index)).find((end) => end !== undefined);
    if (pending) return { pending };
    const specs = lacking(collection);
    const before = collection.indexes.length + 1;
    const made = specs.map((spec) => this.catalog.addIndex(collection, spec, writer));
    const [isDone, end] = [made.length === 0, Promise.withResolvers<void>()];
    const build: Build = { collection, before, made, reached: undefined, isDone, failure: undefined, end };
    for (const index of made) this.running.set(index, end.promise);
    writer.onRevert(() => this.close(build));
    if (!isDone) this.proceed(build, deadline, writer);
    return { build };
  }

  private async finish(build: Build, deadline: Deadline): Promise<Build> {
    try {
      while (!build.isDone) await this.store.write((writer) => this.proceed(build, deadline, writer));
    } catch (error) {
      this.catalog.abandon(build.collection, build.made);
      throw error;
    } finally {
      this.close(build);
    }
    if (build.failure) throw build.failure;
    for (const index of build.made) index.since = this.store.version;
    return build;
  }

  private close({ made, end }: Build): void {
    for (const index of made) this.running.delete(index);
    end.resolve();
  }

  /** Goes on till the slice is over. What fails has left entries, which are removed as those of a dropped index. */
  private proceed(build: Build, deadline: Deadline, writer: Writer): void {
    try {
      this.checkPresence(build);
      if (!this.fill(build, deadline, writer)) return;
      this.catalog.finishIndexes(build.collection, build.made, writer);
      build.isDone = true;
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      build.failure = error;
      build.isDone = true;
      this.catalog.abandon(build.collection, build.made);
    }
  }

  private checkPresence({ collection, made }: Build): void {
    if (this.catalog.get(collection.ns) === collection && made.every((index) => collection.indexes.includes(index)))
      return;
    throw new MongoError(276, 'IndexBuildAborted', `the collection ${collection.ns} or its index was dropped`);
  }

  /** @returns whether it has come to the end */
  private fill(build: Build, deadline: Deadline, writer: Writer): boolean {
    const { collection, made } = build;
    const all = rangeOf(collection.ident);
    const { reached: before } = build;
    for (;;) {
      const rest = build.reached ? { start: build.reached, end: all.end } : all;
      const records = [...writer.keys(rest, { limit: CHUNK, isBehind: build.reached !== undefined })];
      for (const key of records) {
        if (deadline.check() && build.reached !== before) return false;
        const stored = new StoredDocument(key.subarray(4), writer.get(key) as Buffer);
        for (const index of made) {
          deadline.check();
          addEntries(collection, index, stored, writer);
        }
        build.reached = key;
      }
      if (records.length < CHUNK) return true;
    }
  }
}

function addEntries(collection: Collection, index: Index, { document, id }: StoredDocument, writer: Writer): void {
  const { entries, multikey } = entriesOf(index, document, id);
  index.multikey ||= multikey;
  for (const { key, values } of entries) {
    const owner = index.unique ? writer.get(key) : undefined;
    if (owner && !owner.equals(id)) throw duplicateKey(collection, index.name, index.spec.key as Document, values);
    writer.put(key, index.unique ? id : NOTHING);
  }
}
