import { writtenEvents } from '#chassis/invariants/event-facts.ts';
import { eventsLeave } from '#chassis/invariants/outbox.ts';
import type { Checked } from '#chassis/invariants/task.ts';
import { totalsAreCounts } from '#chassis/invariants/totals.ts';
import { numbersAreUnique } from '#chassis/invariants/unique.ts';
import { counts } from './counts.ts';
import { clients, copiedRecords, usesByDocuments } from './facts.ts';
import { references } from './references.ts';

/** What product's database keeps to, and what it knows that others know, too. */
export const checked: Checked = {
  service: 'product',
  invariants: [
    totalsAreCounts(['clients', 'suppliers', 'materials', 'styles', 'boms']),
    eventsLeave,
    ...['materials', 'styles', 'boms'].map((collection) => numbersAreUnique({ collection, fields: ['documentId'] })),
    ...['materials', 'styles'].map((collection) => numbersAreUnique({ collection, fields: ['refId'] })),
    ...counts,
    ...references,
  ],
  facts: [writtenEvents, copiedRecords, usesByDocuments, clients],
};
