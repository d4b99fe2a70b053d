import { writtenEvents } from '#chassis/invariants/event-facts.ts';
import { eventsLeave } from '#chassis/invariants/outbox.ts';
import type { Checked } from '#chassis/invariants/task.ts';
import { totalsAreCounts } from '#chassis/invariants/totals.ts';
import { numbersAreUnique } from '#chassis/invariants/unique.ts';
import { copies } from './copies.ts';
import { ordersAndWhatFollows } from './orders.ts';
import { payments } from './payments.ts';
import { references, usesByDocuments } from './references.ts';
import { sums } from './sums.ts';

const COUNTED = ['orders', 'invoices', 'delivery_notes', 'purchase_orders', 'bank_statements', 'management_accounts'];

/** What finance's database keeps to, and what it knows that others know, too. */
export const checked: Checked = {
  service: 'finance',
  invariants: [
    totalsAreCounts(COUNTED),
    eventsLeave,
    ...['orders', 'delivery_notes', 'purchase_orders', 'bank_statements'].map((collection) =>
      numbersAreUnique({ collection, fields: ['documentId'] }),
    ),
    numbersAreUnique({ collection: 'invoices', fields: ['invoiceNumber'] }),
    numbersAreUnique({ collection: 'management_accounts', fields: ['code'] }),
    numbersAreUnique({ collection: 'delivery_notes', fields: ['salesOrderId', 'dropNumber'] }),
    ...sums,
    ...payments,
    ...ordersAndWhatFollows,
    ...references,
  ],
  facts: [writtenEvents, copies, usesByDocuments],
};
