import { Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { rethrowLostInsert } from '#chassis/mongo/transaction.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import { numberIn, type Series } from '#proto/common/v1/number-format.contract.ts';
import { type Counter, counterName } from './domain/invoice-number.ts';
import { invoiceModel } from './invoice-model.ts';

/** Counts the invoices of each series (decisions 7: Invoice numbers). */
export interface InvoiceNumbers {
  /** Call it before the transaction's first read, so that other issues of this process cause no retry. */
  lock(tx: Transaction, series: Series): Promise<void>;
  /**
   * The next number that no invoice has. Two concurrent transactions of one series conflict, and one of them is retried.
   * A transaction that fails gives its number back.
   */
  next(tx: Transaction, series: Series): Promise<string>;
}

/**
 * Numbers that are looked up at once, at first and at most. An org that sent 300,000 numbers of its series itself is
 * searched once, in some seconds.
 */
const [FEWEST, MOST] = [100, 10_000];

const schema = new Schema<Counter>(
  { _id: String, orgId: String, last: Number, skipped: Number },
  { collection: 'invoice_numbers', versionKey: false },
);

export function invoiceNumberRepository({ connection }: Pick<Store, 'connection'>): InvoiceNumbers {
  const { collection: counters } = modelOf(connection, 'InvoiceNumber', schema);
  const { collection: invoices } = recordModel(connection, invoiceModel);

  /** Counts without an invoice, among `length` counts from `first` on. */
  async function free({ orgId, session }: Transaction, series: Series, first: number, length: number) {
    const counts = Array.from({ length }, (_, index) => first + index);
    const numbers = counts.map((count) => numberIn(series, count));
    const filter = { orgId, invoiceNumber: { $in: numbers } };
    const found = await invoices.find(filter as never, { projection: { invoiceNumber: 1 }, session }).toArray();
    const taken = new Set(found.map(({ invoiceNumber }) => invoiceNumber));
    return counts.filter((count) => !taken.has(numberIn(series, count)));
  }

  return {
    lock: (tx, series) => tx.lock(`invoice_numbers:${counterName(tx.orgId, series)}`),
    async next(tx, series) {
      const { orgId, session } = tx;
      const filter = { _id: counterName(orgId, series) } as never;
      const update = { $inc: { last: 1 }, $setOnInsert: { orgId, skipped: 0 } } as never;
      const options = { upsert: true, returnDocument: 'after', session } as const;
      const counted = await counters.findOneAndUpdate(filter, update, options).catch(rethrowLostInsert);
      const { last, skipped } = counted as unknown as Counter;
      // Callers may have sent numbers of the series themselves.
      let [first, length] = [last, FEWEST];
      let [count] = await free(tx, series, first, length);
      while (count === undefined) {
        [first, length] = [first + length, Math.min(length * 2, MOST)];
        [count] = await free(tx, series, first, length);
      }
      if (count !== last) {
        const left = skipped !== undefined && { skipped: skipped + count - last };
        await counters.updateOne(filter, { $set: { last: count, ...left } } as never, { session });
      }
      return numberIn(series, count);
    },
  };
}
