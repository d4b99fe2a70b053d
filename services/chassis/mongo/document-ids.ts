import { Schema } from 'mongoose';
import { createBatcher } from '../concurrency/batcher.ts';
import { insertOneRaw, modelOf } from './model.ts';
import type { Store } from './mongo.ts';
import { isDuplicateKey } from './transaction.ts';

/** Numbers documents: `PREFIX-YEAR-NNNNNN` (decisions 2). */
export interface DocumentIds {
  /**
   * Takes one before its record is written, outside of the transaction: one whose write fails is a gap, and none is given
   * out twice. Errors: of the database.
   */
  next(orgId: string, prefix: string, now: Date): Promise<string>;
  /** Takes `count` in a row. */
  nextMany(orgId: string, prefix: string, now: Date, count: number): Promise<string[]>;
}

interface Counter {
  /** `<orgId>:<prefix>:<year>` */
  _id: string;
  last: number;
}

interface Asked {
  series: string;
  count: number;
}

const schema = new Schema<Counter>({ _id: String, last: Number }, { collection: 'counters', versionKey: false });

/** Records of an org by their ids or documentIds. One index serves where all are of a kind; an $or takes two. */
export function namedBy(orgId: string, keys: readonly string[]): Record<string, unknown> {
  const documentIds = keys.filter(isDocumentId);
  const ids = keys.filter((key) => !isDocumentId(key));
  const [byId, byDocumentId] = [{ _id: { $in: ids } }, { documentId: { $in: documentIds } }];
  if (documentIds.length === 0) return { orgId, ...byId };
  return ids.length === 0 ? { orgId, ...byDocumentId } : { orgId, $or: [byId, byDocumentId] };
}

const DIGITS = 6;

/** Whether `text` has the form of a document's number. */
export const isDocumentId = (text: string): boolean => /^[A-Z]{2,8}-\d{4}-\d{6,}$/.test(text);

/** The document numbers of a service's database. Those that are asked for at once share a trip to their counter. */
export function openDocumentIds({ connection }: Pick<Store, 'connection'>): DocumentIds {
  const counters = modelOf(connection, 'Counter', schema);

  /** Undefined for a series that has not begun. */
  async function increase(series: string, count: number): Promise<number | undefined> {
    const [filter, update] = [{ _id: series } as never, { $inc: { last: count } }];
    const counted = await counters.collection.findOneAndUpdate(filter, update, { returnDocument: 'after' });
    return (counted as unknown as Counter | null)?.last;
  }

  /** Several processes may begin a series at once: one of them inserts its counter, and all find it. */
  async function begin(series: string): Promise<void> {
    await insertOneRaw(counters, { _id: series, last: 0 }).catch((error) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }

  async function draw(series: string, count: number): Promise<number> {
    const last = await increase(series, count);
    if (last !== undefined) return last - count;
    await begin(series);
    return draw(series, count);
  }

  const firsts = createBatcher(async (asked: Asked[]) => {
    const totals = new Map<string, number>();
    const offsets = asked.map(({ series, count }) => {
      const offset = totals.get(series) ?? 0;
      totals.set(series, offset + count);
      return offset;
    });
    const taken = await Promise.all([...totals].map(([series, count]) => draw(series, count)));
    const starts = new Map([...totals.keys()].map((series, index) => [series, taken[index] ?? 0]));
    return asked.map(({ series }, index) => (starts.get(series) ?? 0) + (offsets[index] ?? 0) + 1);
  });

  async function nextMany(orgId: string, prefix: string, now: Date, count: number): Promise<string[]> {
    const year = now.getUTCFullYear();
    const first = await firsts({ series: `${orgId}:${prefix}:${year}`, count });
    return Array.from({ length: count }, (_, index) => `${prefix}-${year}-${numbered(first + index)}`);
  }

  return {
    nextMany,
    next: async (orgId, prefix, now) => (await nextMany(orgId, prefix, now, 1))[0] as string,
  };
}

const numbered = (number: number) => String(number).padStart(DIGITS, '0');
