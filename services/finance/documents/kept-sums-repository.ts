import { Schema } from 'mongoose';
import { insertOneRaw, modelOf, replaceOneRaw } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { addCells, type Cell, cellChanges, type StoredCells } from './domain/kept-sums.ts';
import { readEach } from './read-each-repository.ts';

/** A document whose amounts are kept in sums. */
interface Summed {
  id: string;
  orgId: string;
}

/** Sums of the amounts of all documents of a party, which is a client or a supplier. */
export interface PartySums {
  /** Empty for documents without a party. */
  partyId: string;
  cells: StoredCells;
}

/**
 * Sums of the amounts of documents, for reports. They change in the transaction that writes a document, so they equal
 * the documents at all times. Two transactions about one party conflict, and one of them is retried.
 */
export interface KeptSums<Document extends Summed> {
  /** Locks the party's sums within this process. A transaction takes this lock last, and before its first read. */
  lock(tx: Transaction, party: Party): Promise<void>;
  /**
   * Stores the change that a write of a document makes. Call it before the write. `before` is absent for a new document,
   * `after` for a deleted one. Returns whether the document is counted in its new state. A document that an earlier
   * version wrote last stays uncounted if its amounts do not change; otherwise the whole party is counted.
   */
  change(tx: Transaction, before: Document | undefined, after: Document | undefined): Promise<boolean>;
  /** Counts all documents of the party anew. Returns those that an earlier version wrote last. */
  recount(tx: Transaction, party: Party): Promise<Uncounted[]>;
  /** Reads the sums that a report needs. Errors: deadline_exceeded at the deadline. */
  read(orgId: string, wanted: WantedSums, visit: (sums: PartySums) => void): Promise<void>;
}

/** `from` and `to`: the first and the last part, as texts. `partyId`: absent: all parties. */
export interface WantedSums {
  from: string;
  to: string;
  partyId?: string | undefined;
  /** Epoch milliseconds. */
  deadline: number;
}

export interface Party {
  orgId: string;
  partyId: string;
}

/** A document of an earlier version that was counted, and the mark that it needs. */
export interface Uncounted extends Mark {
  _id: string;
  revision: number;
}

/** The change that marks a document as counted. `filter`: the state that was counted, beside the revision. */
interface Mark {
  filter: object;
  set: object;
}

interface KeptSumsOptions<Document extends Summed> {
  store: Pick<Store, 'connection'>;
  /** Name of the collection of the sums. */
  collection: string;
  /** The part that every counted party has, if only empty. */
  root: string;
  /** False for a document that an earlier version wrote last. */
  isCounted(document: Document): boolean;
  markOf(document: Document): Mark;
  partyOf(document: Document): Party;
  cellsOf(document: Document): Cell[];
  /** Reads all documents of the party, as the transaction sees them. */
  documentsOf(tx: Transaction, party: Party): AsyncIterable<Document & { revision: number }>;
}

interface StoredSums {
  /** `<orgId>:<partyId>:<part>` */
  _id: string;
  orgId: string;
  partyId: string;
  part: string;
  /** The cells, one per line: a single text is read several times faster than a list. */
  cells: string;
  revision: number;
}

interface Kept {
  known: StoredSums | undefined;
  cells: StoredCells;
}

const BY_PART = { orgId: 1, part: 1, partyId: 1 } as const;

export function keptSums<Document extends Summed>({
  store,
  collection: name,
  root,
  isCounted: isMarked,
  markOf,
  partyOf,
  cellsOf,
  documentsOf,
}: KeptSumsOptions<Document>): KeptSums<Document> {
  const schema = new Schema<StoredSums>(
    { _id: String, orgId: String, partyId: String, part: String, revision: Number, cells: String },
    { collection: name, versionKey: false },
  );
  schema.index(BY_PART);
  const model = modelOf(store.connection, name, schema);
  const idOf = ({ orgId, partyId }: Party, part: string) => `${orgId}:${partyId}:${part}`;

  const lock = (tx: Transaction, { orgId, partyId }: Party) => tx.lock(`${name}:${orgId}:${partyId}`);

  async function stored({ session }: Transaction, party: Party, parts: Iterable<string>) {
    const ids = [...parts].map((part) => idOf(party, part));
    const found = await model.collection.find({ _id: { $in: ids } } as never, { session }).toArray();
    return new Map((found as unknown as StoredSums[]).map((sums) => [sums.part, sums]));
  }

  async function put({ session }: Transaction, { orgId, partyId }: Party, part: string, kept: Kept) {
    const { known, cells } = kept;
    const sums = { _id: idOf({ orgId, partyId }, part), orgId, partyId, part, cells: cells.join('\n') };
    // The revision makes it a change in any case, so that concurrent transactions conflict.
    if (known) await replaceOneRaw(model, { ...sums, revision: known.revision + 1 }, { orgId }, session);
    else await insertOneRaw(model, { ...sums, revision: 1 }, session).catch(rethrowLostInsert);
  }

  async function recount(tx: Transaction, party: Party): Promise<Uncounted[]> {
    await lock(tx, party);
    const filter = { orgId: party.orgId, partyId: party.partyId };
    const found = await model.collection.find(filter as never, { session: tx.session }).toArray();
    const known = new Map((found as unknown as StoredSums[]).map((sums) => [sums.part, sums]));
    const cells = new Map<string, Cell[]>([root, ...known.keys()].map((part) => [part, []]));
    const uncounted: Uncounted[] = [];
    for await (const document of documentsOf(tx, party)) {
      if (!isMarked(document)) uncounted.push({ _id: document.id, revision: document.revision, ...markOf(document) });
      for (const cell of cellsOf(document)) {
        const own = cells.get(cell.part);
        if (own) own.push(cell);
        else cells.set(cell.part, [cell]);
      }
    }
    for (const [part, own] of cells) await put(tx, party, part, { known: known.get(part), cells: addCells([], own) });
    return uncounted;
  }

  /** Adds the changes to the party's sums. If the party has none yet, all its documents are counted first. */
  async function add(tx: Transaction, party: Party, changes: readonly Cell[], isCounted: boolean): Promise<void> {
    await lock(tx, party);
    const byPart = Map.groupBy(changes, ({ part }) => part);
    const parts = new Set([root, ...byPart.keys()]);
    let known = await stored(tx, party, parts);
    if (!isCounted || !known.has(root)) {
      await recount(tx, party);
      known = await stored(tx, party, parts);
    }
    for (const part of parts) {
      const sums = known.get(part);
      await put(tx, party, part, { known: sums, cells: addCells(linesOf(sums?.cells ?? ''), byPart.get(part) ?? []) });
    }
  }

  return {
    lock,
    recount,
    async change(tx, before, after) {
      const isMoved = before && after && partyOf(before).partyId !== partyOf(after).partyId;
      const steps = isMoved ? [{ before }, { after }] : [{ before, after }];
      // In the order of their names: two moves between the same parties never wait for each other.
      if (isMoved) for (const party of [partyOf(before), partyOf(after)].sort(byId)) await lock(tx, party);
      let isCounted = !before || isMarked(before);
      for (const step of steps as { before?: Document; after?: Document }[]) {
        const of = step.before ?? step.after;
        const changes = cellChanges(step.before ? cellsOf(step.before) : [], step.after ? cellsOf(step.after) : []);
        const isLost = step.before !== undefined && !isCounted && !after;
        if (!of || (changes.length === 0 && !isLost)) continue;
        await add(tx, partyOf(of), changes, isCounted || !step.before);
        if (step.before) isCounted = true;
      }
      return isCounted;
    },
    read(orgId, { from, to, partyId, deadline }, visit) {
      const fields = ['id', 'partyId', 'cells'] as const;
      const part = from === to ? from : { $gte: from, $lte: to };
      const filter = { orgId, part, ...(partyId !== undefined && { partyId }) };
      return readEach<Found>(model.collection, { filter, fields, hint: BY_PART, deadline }, (sums) =>
        visit({ partyId: sums.partyId, cells: linesOf(sums.cells) }),
      );
    },
  };
}

type Found = Pick<StoredSums, 'partyId' | 'cells'> & { id: string };

const byId = (one: Party, other: Party): number => (one.partyId < other.partyId ? -1 : 1);

const linesOf = (cells: string): StoredCells => (cells === '' ? [] : cells.split('\n'));
