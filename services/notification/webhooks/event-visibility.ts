import { AppError } from '#chassis/domain/errors.ts';
import { type Principal, refusalOf } from '#chassis/rpc/context.ts';
import { eventTypes } from '#proto/common/v1/events.contract.ts';
import { type Resource, resources } from '#proto/common/v1/resources.contract.ts';
import { isSubscription } from './domain/event-types.ts';

/**
 * The resources whose events API keys may read, by the first word of the event type. API keys never read events of
 * users, orgs and API keys (decisions 3: Scopes).
 */
const readable: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [resource.name, resource]));

/** The reason why the caller may not read all events of a subscription (an event type or a pattern); otherwise undefined. */
function unreadable(principal: Principal, subscription: string): string | undefined {
  if (principal.kind !== 'key') return undefined;
  const [name = ''] = subscription.split('.');
  const resource = readable.get(name);
  if (!resource) return `the API key may not read ${subscription}`;
  const role = resource.reader === 'admin' ? 'admin' : undefined;
  const refusal = refusalOf({ role, scope: `read:${resource.scope}` }, principal);
  return refusal && `${refusal} for ${subscription}`;
}

/** Whether the caller may read all events of a subscription (an event type or a pattern). */
export const mayRead = (principal: Principal, subscription: string): boolean =>
  unreadable(principal, subscription) === undefined;

/** The event types that the caller may see; undefined: all. */
export function readableTypes(principal: Principal): string[] | undefined {
  return principal.kind === 'key' ? eventTypes.filter((type) => mayRead(principal, type)) : undefined;
}

/**
 * An API key may only use webhooks that it could have created. Otherwise it could redirect the events of an admin's
 * webhook to itself. Invalid subscriptions are left to the validation. Errors: insufficient_permissions.
 */
export function requireReach(principal: Principal, subscriptions: readonly string[]): void {
  for (const name of subscriptions.filter(isSubscription)) {
    const reason = unreadable(principal, name);
    if (reason !== undefined) throw new AppError('insufficient_permissions', `Insufficient permissions: ${reason}`);
  }
}
