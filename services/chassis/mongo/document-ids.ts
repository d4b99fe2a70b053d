import { Schema } from 'mongoose';
import { createBatcher } from '../concurrency/batcher.ts';
import { insertOneRaw, modelOf } from './model.ts';
import type { Store } from './mongo.ts';
import { isDuplicateKey } from './transaction.ts';

/** Makes document numbers: `PREFIX-YEAR-NNNNNN` (decisions 2). */
export interface DocumentIds {
  /**
   * Takes a number before its record is written, outside of the transaction. A failed write leaves a gap. No number is
   * given twice. Errors: those of the database.
   */
  next(orgId: string, prefix: string, now: Date): Promise<string>;
  /** Takes `count` consecutive numbers. */
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

/**
 * A filter for records of an org, by ids or documentIds. If all keys are of one kind, one index serves it; `$or` uses
 * two.
 */
export function namedBy(orgId: string, keys: readonly string[]): Record<string, unknown> {
  const documentIds = keys.filter(isDocumentId);
  const ids = keys.filter((key) => !isDocumentId(key));
  const [byId, byDocumentId] = [{ _id: { $in: ids } }, { documentId: { $in: documentIds } }];
  if (documentIds.length === 0) return { orgId, ...byId };
  return ids.length === 0 ? { orgId, ...byDocumentId } : { orgId, $or: [byId, byDocumentId] };
}

const DIGITS = 6;

/** True if `text` has the form of a document number. */
export const isDocumentId = (text: string): boolean => /^[A-Z]{2,8}-\d{4}-\d{6,}$/.test(text);

/** The document numbers of a service's database. Concurrent requests share one update of their counter. */
export function openDocumentIds({ connection }: Pick<Store, 'connection'>): DocumentIds {
  const counters = modelOf(connection, 'Counter', schema);

  /** Returns undefined if the series has no counter yet. */
  async function increase(series: string, count: number): Promise<number | undefined> {
    const [filter, update] = [{ _id: series } as never, { $inc: { last: count } }];
    const counted = await counters.collection.findOneAndUpdate(filter, update, { returnDocument: 'after' });
    return (counted as unknown as Counter | null)?.last;
  }

  /**
   * Inserts the counter of a series. Several processes may try at the same time: one succeeds, and all use its counter.
   */
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
