import { AppError } from '#chassis/domain/errors.ts';
import { type Principal, refusalOf } from '#chassis/rpc/context.ts';
import { eventTypes } from '#proto/common/v1/events.contract.ts';
import { isSubscription } from './domain/event-types.ts';

/** The resource whose reading opens an event to API keys. What is not here is never theirs (decisions 3: Scopes). */
const readBy: Readonly<Record<string, string>> = {
  client: 'clients',
  supplier: 'suppliers',
  style: 'styles',
  material: 'materials',
  management_account: 'management_accounts',
  bom: 'bom',
  order: 'orders',
  invoice: 'invoices',
  delivery_note: 'delivery_notes',
  purchase_order: 'purchase_orders',
  bank_statement: 'bank_statements',
  exchange_rates: 'exchange_rates',
  webhook: 'webhooks',
};

/** Their records are for admins, and for keys that name them. */
const FOR_ADMINS: ReadonlySet<string> = new Set(['webhook']);

/** Whether `principal` may be shown what `name`, an event type or a subscription, covers. */
export function mayRead(principal: Principal, name: string): boolean {
  if (principal.kind !== 'key') return true;
  const [resource = ''] = name.split('.');
  if (!Object.hasOwn(readBy, resource)) return false;
  const role = FOR_ADMINS.has(resource) ? 'admin' : undefined;
  return refusalOf({ role, scope: `read:${readBy[resource]}` }, principal) === undefined;
}

/** The event types that `principal` may be shown; undefined: all. */
export function readableTypes(principal: Principal): string[] | undefined {
  return principal.kind === 'key' ? eventTypes.filter((type) => mayRead(principal, type)) : undefined;
}

/**
 * A key handles only webhooks that it could have made: else it could turn to itself what an admin subscribed to. Names
 * that are no subscriptions are left to the validation. Errors: insufficient_permissions.
 */
export function requireReach(principal: Principal, subscriptions: readonly string[]): void {
  const beyond = subscriptions.find((name) => isSubscription(name) && !mayRead(principal, name));
  if (beyond !== undefined)
    throw new AppError('insufficient_permissions', `Insufficient permissions: the API key may not read ${beyond}`);
}
