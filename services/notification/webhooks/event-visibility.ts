import { AppError } from '#chassis/domain/errors.ts';
import { type Principal, refusalOf } from '#chassis/rpc/context.ts';
import { eventTypes } from '#proto/common/v1/events.contract.ts';
import { type Resource, resources } from '#proto/common/v1/resources.contract.ts';
import { isSubscription } from './domain/event-types.ts';

/**
 * The resources whose events API keys may read, by the first word of their events. A key never reads events of users, orgs
 * and keys (decisions 3: Scopes).
 */
const readable: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [resource.name, resource]));

/** Whether `principal` may read all events that `subscription` covers: an event type or a pattern. */
export function mayRead(principal: Principal, subscription: string): boolean {
  if (principal.kind !== 'key') return true;
  const [name = ''] = subscription.split('.');
  const resource = readable.get(name);
  if (!resource) return false;
  const role = resource.reader === 'admin' ? 'admin' : undefined;
  return refusalOf({ role, scope: `read:${resource.scope}` }, principal) === undefined;
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
