import { eventTypes } from '#proto/common/v1/events.contract.ts';

/** Events that never occur and are no longer listed. Existing subscriptions stay valid (decisions 5: Event names). */
const RETIRED = ['management_account.archived', 'management_account.restored'];
const resources = eventTypes.map((type) => `${resourceOf(type)}.*`);
const subscriptions = new Set(['*', ...resources, ...eventTypes, ...RETIRED]);

/** Whether the name is an event name, `<resource>.*` or `*` (decisions 5: Event names). */
export function isSubscription(name: string): boolean {
  return subscriptions.has(name);
}

/** Whether one of the subscriptions covers the event type. */
export function covers(subscribed: readonly string[], type: string): boolean {
  const resource = `${resourceOf(type)}.*`;
  return subscribed.some((name) => name === '*' || name === type || name === resource);
}

function resourceOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
