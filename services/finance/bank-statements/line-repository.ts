import { hash } from 'node:crypto';
import { mongo, Schema } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { notFound } from '#chassis/domain/errors.ts';
import { findPage } from '#chassis/mongo/list.ts';
import { insertMany, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { inRanges } from '#chassis/records/date-ranges.ts';
import { totalsOf } from '#chassis/records/list-totals.ts';
import { sortedBy } from '#chassis/records/record-model.ts';
import { type ListPage, type RecordQuery, sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import { bankLineAmounts } from '#proto/finance/v1/bank-line.contract.ts';
import { currenciesIn } from '../documents/currencies-repository.ts';
import { type BankLine, type BankLineStatus, bankLineDates, bankLineSortKeys } from './domain/bank-line.ts';
import type { Suggestion } from './domain/open-item.ts';

type Known = Pick<BankLine, 'id' | 'bankStatementId'>;

/** The lines of statements. Each line is one document. */
export interface LineRepository {
  /** Inserts lines with their fingerprints. */
  insert(tx: Transaction, accountNumber: string, lines: readonly FingerprintedLine[]): Promise<void>;
  /**
   * The lines of the account that have one of the fingerprints and are not duplicates, by fingerprint. The caller holds
   * the account's guard.
   */
  known(tx: Transaction, accountNumber: string, fingerprints: readonly string[]): Promise<Map<string, Known>>;
  /** Undefined if there is no such line. */
  find(scope: ReadScope, id: string): Promise<BankLine | undefined>;
  /** Loads a line of a statement that the transaction has already loaded. Errors: not_found. */
  load(tx: Transaction, bankStatementId: string, id: string): Promise<BankLine>;
  /** Saves the fields that a move changes: status, match, suggestions and time. */
  save(tx: Transaction, line: BankLine): Promise<void>;
  /** As `save`, for many lines. */
  saveMany(tx: Transaction, lines: readonly BankLine[]): Promise<void>;
  removeAll(tx: Transaction, bankStatementId: string): Promise<void>;
  /** A line of another statement that is a duplicate of a line of this statement; undefined if there is none. */
  duplicateElsewhere(tx: Transaction, bankStatementId: string): Promise<Known | undefined>;
  /** A page of the statement's lines, by line number. Errors: as `findPage`. */
  page(
    orgId: string,
    bankStatementId: string,
    query: RecordQuery,
    filter: { matchStatus?: readonly BankLineStatus[] },
    waitLimit: WaitLimit,
  ): Promise<ListPage<BankLine>>;
  /** A page of the lines of all statements. `toMatch`: as in the list of the contract. Errors: as `findPage`. */
  pageOfAll(
    orgId: string,
    query: RecordQuery,
    filter: { matchStatus?: readonly BankLineStatus[]; toMatch?: boolean | undefined },
    waitLimit: WaitLimit,
  ): Promise<ListPage<BankLine>>;
  /** All lines of a statement, by line number. */
  all(scope: ReadScope, bankStatementId: string): AsyncIterable<BankLine>;
  /** The suggestions of lines, by line id. Lines that do not exist are left out. */
  suggestions(scope: ReadScope, ids: readonly string[]): Promise<Map<string, Suggestion[]>>;
}

/** A line with the fingerprint that identifies it in its account. */
export interface FingerprintedLine {
  line: BankLine;
  fingerprint: string;
}

type StoredLine = Omit<BankLine, 'id'> & {
  _id: string;
  /** Hash of account number and fingerprint; null for a duplicate, so that only the original line is found. */
  known: string | null;
  transactionDateSortKey: string;
  amountSortKey: string;
};

/** The sorts and ranges of the lists of lines. */
const listing = { list: { sortKeys: bankLineSortKeys, dates: bankLineDates } };

const schema = new Schema<StoredLine>(
  {
    _id: String,
    orgId: String,
    bankStatementId: String,
    lineNumber: Number,
    matchStatus: String,
    duplicateOfStatementId: String,
    known: String,
    transactionDateSortKey: String,
    amountSortKey: String,
    updatedAt: Date,
  },
  { collection: 'bank_lines', versionKey: false, strict: false },
)
  .index({ orgId: 1, bankStatementId: 1, lineNumber: 1, _id: 1 })
  .index({ orgId: 1, bankStatementId: 1, matchStatus: 1, lineNumber: 1, _id: 1 })
  .index({ orgId: 1, updatedAt: 1, _id: 1 })
  .index({ orgId: 1, transactionDateSortKey: 1, _id: 1 })
  .index({ orgId: 1, amountSortKey: 1, _id: 1 })
  .index({ orgId: 1, matchStatus: 1, updatedAt: 1, _id: 1 })
  .index({ orgId: 1, known: 1 })
  .index({ orgId: 1, duplicateOfStatementId: 1 });

/** Lines that can be matched, and the other lines. A duplicate cannot be matched. */
const TO_MATCH = { matchStatus: { $in: ['unmatched', 'suggested'] }, duplicateOf: null };
const NOT_TO_MATCH = { $or: [{ matchStatus: { $in: ['matched', 'ignored'] } }, { duplicateOf: { $ne: null } }] };

/** The collection of the statements. */
export const STATEMENTS = 'bank_statements';

/** Maximum number of lines in one database command. */
const BATCH = 1_000;

export function lineRepository({ connection }: Pick<Store, 'connection'>): LineRepository {
  const model = modelOf(connection, 'BankLine', schema);
  const { collection } = model;
  const totalled = {
    amounts: bankLineAmounts,
    // A line has the currency of its statement.
    groupedBy: 'bankStatementId',
    currenciesOf: currenciesIn(connection, STATEMENTS),
  };
  const scoped = ({ orgId }: ReadScope, filter: object) => ({ orgId, ...filter }) as never;

  async function find(scope: ReadScope, id: string): Promise<BankLine | undefined> {
    const found = await collection.findOne(scoped(scope, { _id: id }), sessionOf(scope));
    return found ? lineOf(found as unknown as StoredLine) : undefined;
  }

  /** `matching`: the filter without the ranges of the query. */
  async function pageOf(asked: RecordQuery, matching: { orgId: string }, waitLimit: WaitLimit) {
    const { updatedSince, ranges = [], ...query } = asked;
    const since = updatedSince === undefined ? [] : [{ field: 'updatedAt', from: updatedSince }];
    const filter = { ...matching, ...inRanges(listing, [...since, ...ranges]) };
    const sort = query.sort.replace(/[^-]+/, (field) => sortedBy(listing, field));
    const page = await findPage<StoredLine>(model, { ...query, sort, filter, total: 'counted' }, waitLimit);
    const lines: ListPage<BankLine> = { ...page, data: page.data.map(lineOf) };
    if (!query.totals || query.after !== undefined) return lines;
    const selected = { orgId: filter.orgId, filter, count: page.total };
    return { ...lines, totals: await totalsOf(collection, selected, totalled, waitLimit) };
  }

  return {
    async insert({ session }, accountNumber, lines) {
      for (const part of batchesOf(lines)) {
        const documents = part.map(({ line, fingerprint }) => stored(line, accountNumber, fingerprint));
        await insertMany(model, documents, session);
      }
    },
    async known(tx, accountNumber, fingerprints) {
      const found = new Map<string, Known>();
      const wanted = new Map(fingerprints.map((fingerprint) => [knownAs(accountNumber, fingerprint), fingerprint]));
      for (const part of batchesOf([...wanted.keys()])) {
        const options = { session: tx.session, projection: { known: 1, bankStatementId: 1 } };
        const lines = await collection.find(scoped(tx, { known: { $in: part } }), options).toArray();
        for (const { _id, bankStatementId, known } of lines as unknown as StoredLine[]) {
          found.set(wanted.get(known as string) as string, { id: _id, bankStatementId });
        }
      }
      return found;
    },
    find,
    async load(tx, bankStatementId, id) {
      const line = await find(tx, id);
      if (line?.bankStatementId !== bankStatementId) throw notFound('Bank line');
      return line;
    },
    async save(tx, line) {
      await collection.updateOne(scoped(tx, { _id: line.id }), moved(line), { session: tx.session });
    },
    async saveMany(tx, lines) {
      for (const part of batchesOf(lines)) {
        const updates = part.map((line) => ({
          updateOne: { filter: scoped(tx, { _id: line.id }), update: moved(line) },
        }));
        await collection.bulkWrite(updates, { session: tx.session });
      }
    },
    async removeAll(tx, bankStatementId) {
      await collection.deleteMany(scoped(tx, { bankStatementId }), { session: tx.session });
    },
    async duplicateElsewhere(tx, duplicateOfStatementId) {
      const found = await collection.findOne(scoped(tx, { duplicateOfStatementId }), { session: tx.session });
      return found ? lineOf(found as unknown as StoredLine) : undefined;
    },
    async page(orgId, bankStatementId, query, { matchStatus }, waitLimit) {
      const filter = { orgId, bankStatementId, ...(matchStatus && { matchStatus: { $in: matchStatus } }) };
      return pageOf(query, filter, waitLimit);
    },
    async pageOfAll(orgId, query, { matchStatus, toMatch }, waitLimit) {
      const conditions = [
        ...(matchStatus === undefined ? [] : [{ matchStatus: { $in: matchStatus } }]),
        ...(toMatch === undefined ? [] : [toMatch ? TO_MATCH : NOT_TO_MATCH]),
      ];
      const filter = { orgId, ...(conditions.length > 0 && { $and: conditions }) };
      return pageOf(query, filter, waitLimit);
    },
    async *all(scope, bankStatementId) {
      const options = { sort: { lineNumber: 1, _id: 1 }, batchSize: BATCH, raw: true, ...sessionOf(scope) } as const;
      for await (const bytes of collection.find(scoped(scope, { bankStatementId }), options)) {
        yield lineOf(mongo.BSON.deserialize(bytes as unknown as Uint8Array) as StoredLine);
      }
    },
    async suggestions(scope, ids) {
      const found = new Map<string, Suggestion[]>();
      for (const part of batchesOf(ids)) {
        const options = { projection: { suggestions: 1 }, ...sessionOf(scope) };
        const lines = await collection.find(scoped(scope, { _id: { $in: part } }), options).toArray();
        for (const { _id, suggestions } of lines as unknown as StoredLine[]) found.set(_id, suggestions);
      }
      return found;
    },
  };
}

function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH);
}

/** The indexed hash. A fingerprint itself may be too long for an index. */
const knownAs = (accountNumber: string, fingerprint: string): string =>
  hash('sha256', JSON.stringify([accountNumber, fingerprint]), 'base64url');

const stored = ({ id, ...line }: BankLine, accountNumber: string, fingerprint: string): StoredLine => ({
  _id: id,
  ...line,
  transactionDateSortKey: bankLineSortKeys.transactionDate({ ...line, id }),
  amountSortKey: bankLineSortKeys.amount({ ...line, id }),
  known: line.duplicateOf === null ? knownAs(accountNumber, fingerprint) : null,
});

const moved = ({ matchStatus, match, suggestions, updatedAt }: BankLine) =>
  ({ $set: { matchStatus, match, suggestions, updatedAt } }) as never;

function lineOf({ _id, known: _, transactionDateSortKey: __, amountSortKey: ___, ...line }: StoredLine): BankLine {
  return { id: _id, ...line };
}
