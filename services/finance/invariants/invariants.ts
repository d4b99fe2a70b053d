import { writtenEvents } from '#chassis/invariants/event-facts.ts';
import { eventsLeave } from '#chassis/invariants/outbox.ts';
import type { Checked } from '#chassis/invariants/task.ts';
import { totalsAreCounts } from '#chassis/invariants/totals.ts';
import { numbersAreUnique, type Unique } from '#chassis/invariants/unique.ts';
import { standardCollections } from '#proto/common/v1/resources.contract.ts';
import { copies } from './copies.ts';
import { keptSumsAreSums } from './kept-sums.ts';
import { seriesHaveNoGaps } from './number-series.ts';
import { ordersAndWhatFollows } from './orders.ts';
import { payments } from './payments.ts';
import { references, usesByDocuments } from './references.ts';
import { sums } from './sums.ts';

/** Numbers that are unique in an org. */
export const UNIQUE: readonly Unique[] = [
  { collection: 'orders', fields: ['documentId'] },
  { collection: 'delivery_notes', fields: ['documentId'] },
  { collection: 'delivery_notes', fields: ['salesOrderId', 'dropNumber'] },
  { collection: 'invoices', fields: ['invoiceNumber'] },
  { collection: 'purchase_orders', fields: ['documentId'] },
  { collection: 'bank_account_records', fields: ['number'] },
  { collection: 'bank_statements', fields: ['documentId'] },
  { collection: 'management_accounts', fields: ['code'] },
];

/** The invariants of finance's database, and the facts that other services also store. */
export const checked: Checked = {
  service: 'finance',
  invariants: [
    totalsAreCounts([...standardCollections('finance'), 'bank_statements']),
    eventsLeave,
    ...UNIQUE.map(numbersAreUnique),
    ...sums,
    ...payments,
    ...ordersAndWhatFollows,
    ...keptSumsAreSums,
    seriesHaveNoGaps,
    ...references,
  ],
  facts: [writtenEvents, copies, usesByDocuments],
};
