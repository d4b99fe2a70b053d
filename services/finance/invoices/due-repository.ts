import { Schema } from 'mongoose';
import { modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { invoiceMoves } from './domain/invoice-status.ts';
import { DUE, invoiceModel } from './invoice-model.ts';

/** Invoices of one org and one status with the same due date. */
export interface DueGroup {
  status: string;
  orgId: string;
  /** The start of the due date, in epoch milliseconds. */
  due: number;
}

/** The invoices of all orgs that may be overdue. */
export interface DueInvoices {
  /** Groups that were due before `before` (epoch milliseconds), each once; by status, the earliest due date first. */
  groups(before: number): AsyncIterable<DueGroup>;
  /** Ids of the group's invoices, each once. An invoice that leaves the group before it is reached is left out. */
  members(group: DueGroup): AsyncIterable<string>;
}

interface Due {
  _id: string;
  orgId: string;
  status: string;
  [DUE]: number | null;
}

/**
 * Adds one index to those of the invoices' own model. The index does not begin with the org, because it finds due
 * invoices of all orgs.
 */
const schema = new Schema<Due>(
  { _id: String, orgId: String, status: String, [DUE]: Number },
  { collection: invoiceModel.collection, versionKey: false },
);
schema.index({ status: 1, [DUE]: 1, orgId: 1, _id: 1 });

const BATCH_SIZE = 100;

export function dueInvoices({ connection }: Pick<Store, 'connection'>): DueInvoices {
  const model = modelOf(connection, 'Due invoice', schema);
  const projection = { status: 1, [DUE]: 1, orgId: 1 } as const;

  async function first(filter: object): Promise<Due | undefined> {
    const found = model.find(filter as never, projection).sort({ [DUE]: 1, orgId: 1 });
    return (await found.limit(1).lean())[0] as Due | undefined;
  }

  async function next(status: string, before: number, last: Due | undefined): Promise<Due | undefined> {
    if (!last) return first({ status, [DUE]: { $lt: before } });
    const ofAnother = await first({ status, [DUE]: last[DUE], orgId: { $gt: last.orgId } });
    return ofAnother ?? (await first({ status, [DUE]: { $gt: last[DUE], $lt: before } }));
  }

  return {
    async *groups(before) {
      for (const status of invoiceMoves.markOverdue.from) {
        let last = await next(status, before, undefined);
        while (last) {
          yield { status, orgId: last.orgId, due: last[DUE] as number };
          last = await next(status, before, last);
        }
      }
    },
    async *members({ status, orgId, due }) {
      let after = '';
      for (;;) {
        const filter = { status, [DUE]: due, orgId, _id: { $gt: after } };
        const found = await model
          .find(filter as never, { _id: 1 })
          .sort({ _id: 1 })
          .limit(BATCH_SIZE)
          .lean();
        yield* found.map(({ _id }) => _id);
        if (found.length < BATCH_SIZE) return;
        after = found.at(-1)?._id ?? after;
      }
    },
  };
}
