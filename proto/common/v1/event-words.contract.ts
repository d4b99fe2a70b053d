import { eventTypes } from './events.contract.ts';

/** Names of resources in sentences. */
const NAMES: Record<string, string> = {
  bom: 'A bill of material',
  order: 'A sales order',
  user: 'A user of the org',
  org: 'The org',
  api_key: 'An API key',
  invoice: 'An invoice',
};

/** Verb phrases for event verbs that several resources share. */
const VERBS: Record<string, string> = {
  created: 'was created',
  updated: 'was changed',
  archived: 'was archived',
  restored: 'was restored from the archive',
  deleted: 'was deleted. `data` is the record before the deletion',
  activated: 'was activated',
  deactivated: 'was deactivated',
  submitted: 'was submitted for approval',
  approved: 'was approved',
  rejected: 'was rejected',
  confirmed: 'was confirmed',
  started: 'went into production',
  completed: 'was completed',
  cancelled: 'was cancelled',
  ready: 'was made ready to ship',
  shipped: 'was shipped',
  delivered: 'was delivered',
  issued: 'was issued',
  closed: 'was closed',
  rotated: 'got a new value',
  revoked: 'was revoked',
};

const OWN: Record<string, string> = {
  'bom.version_created': 'A new version of a bill of material was created: a draft with copies of the latest lines.',
  'bom.submitted':
    'The latest version of a bill of material was submitted for approval. `comparison` holds the differences from the last approved version.',
  'order.shipped': 'A sales order was shipped, in part or as a whole.',
  'order.deleted': 'A sales order was deleted for good, with all versions. Its earlier events now hold only its ids.',
  'invoice.paid': 'A payment of an invoice was recorded, in part or as a whole.',
  'invoice.payment_removed': 'A payment of an invoice was removed.',
  'invoice.overdue': 'The due date of an invoice has passed.',
  'purchase_order.received': 'Goods of a purchase order were received, in part or as a whole.',
  'bank_statement.line_matched': 'A line of a bank statement was matched.',
  'bank_statement.line_unmatched': 'A line of a bank statement is no longer matched, or no longer ignored.',
  'bank_statement.line_ignored': 'A line of a bank statement was marked as ignored.',
  'exchange_rates.updated': "The org's exchange rates were changed.",
  'user.deleted': 'A user was removed from the org, or an invitation was accepted or withdrawn.',
  'user.created': 'A user was added to the org, or invited.',
  'webhook.test': 'A caller tested a webhook. Only that webhook receives the event.',
  'webhook.disabled':
    'A webhook was disabled, because its receiver answered 410 or every attempt failed for five days.',
};

/** Description of each event type (decisions 5: Event names). */
export const eventMeanings: ReadonlyMap<string, string> = new Map(eventTypes.map((type) => [type, meaningOf(type)]));

function meaningOf(type: string): string {
  const own = OWN[type];
  if (own !== undefined) return own;
  const [resource = '', verb = ''] = type.split('.');
  const done = VERBS[verb];
  if (done === undefined) throw new Error(`The event type ${type} has no description`);
  return `${NAMES[resource] ?? `A ${resource.replaceAll('_', ' ')}`} ${done}.`;
}
