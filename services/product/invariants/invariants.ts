import { writtenEvents } from '#chassis/invariants/event-facts.ts';
import { eventsLeave } from '#chassis/invariants/outbox.ts';
import type { Checked } from '#chassis/invariants/task.ts';
import { totalsAreCounts } from '#chassis/invariants/totals.ts';
import { numbersAreUnique, type Unique } from '#chassis/invariants/unique.ts';
import { standardCollections } from '#proto/common/v1/resources.contract.ts';
import { counts } from './counts.ts';
import { clients, copiedRecords, usesByDocuments } from './facts.ts';
import { references } from './references.ts';

/** Numbers that are unique in an org. */
export const UNIQUE: readonly Unique[] = [
  { collection: 'materials', fields: ['documentId'] },
  { collection: 'materials', fields: ['refId'] },
  { collection: 'styles', fields: ['documentId'] },
  { collection: 'styles', fields: ['refId'] },
  { collection: 'boms', fields: ['documentId'] },
];

/** The invariants of product's database, and the facts that other services also store. */
export const checked: Checked = {
  service: 'product',
  invariants: [
    totalsAreCounts([...standardCollections('product'), 'boms']),
    eventsLeave,
    ...UNIQUE.map(numbersAreUnique),
    ...counts,
    ...references,
  ],
  facts: [writtenEvents, copiedRecords, usesByDocuments, clients],
};
