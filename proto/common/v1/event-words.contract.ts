import { eventTypes } from './events.contract.ts';

/** What a resource is called in a sentence. */
const NAMES: Record<string, string> = {
  bom: 'A bill of material',
  order: 'A sales order',
  user: 'A user of the org',
  org: 'The org',
  api_key: 'An API key',
  invoice: 'An invoice',
};

/** What became of it, where one word of many resources says so. */
const VERBS: Record<string, string> = {
  created: 'was created',
  updated: 'was changed',
  archived: 'was archived',
  restored: 'was restored from the archive',
  deleted: 'was deleted; its data is that of before',
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
  'bom.version_created': 'A bill of material got a new version, a draft with the lines of the one before.',
  'bom.submitted':
    'The latest version of a bill of material was submitted for approval; `comparison` says what differs from the last approved.',
  'order.shipped': 'A sales order was shipped, in part or as a whole.',
  'order.deleted':
    'A sales order was deleted for good, with all versions: its earlier events no longer say what it was.',
  'invoice.paid': 'A payment of an invoice was recorded, in part or as a whole.',
  'invoice.payment_removed': 'A payment of an invoice was taken back.',
  'invoice.overdue': 'The due date of an invoice has passed.',
  'purchase_order.received': 'Goods of a purchase order were received, in part or as a whole.',
  'bank_statement.line_matched': 'A line of a bank statement was matched.',
  'bank_statement.line_unmatched': 'A line of a bank statement is no longer matched, or no longer ignored.',
  'bank_statement.line_ignored': 'A line of a bank statement was set aside.',
  'exchange_rates.updated': "The org's exchange rates were changed.",
  'user.deleted': 'A user is no longer of the org, or an invitation has ended.',
  'user.created': 'A user was taken into the org, or invited.',
  'webhook.test': 'A test of a webhook was asked for; that webhook alone is sent it.',
  'webhook.disabled': 'A webhook was disabled: its receiver answered 410, or five days brought nothing but failures.',
};

/** When an event of the type happens (decisions 5: Event names). */
export const eventMeanings: ReadonlyMap<string, string> = new Map(eventTypes.map((type) => [type, meaningOf(type)]));

function meaningOf(type: string): string {
  const own = OWN[type];
  if (own !== undefined) return own;
  const [resource = '', verb = ''] = type.split('.');
  const done = VERBS[verb];
  if (done === undefined) throw new Error(`Nothing says when ${type} happens`);
  return `${NAMES[resource] ?? `A ${resource.replaceAll('_', ' ')}`} ${done}.`;
}
