import { eventTypes } from '#proto/common/v1/events.contract.ts';

/** They never happened, and are not listed any more. Who has subscribed to them may go on (decisions 5: Event names). */
const RETIRED = ['management_account.archived', 'management_account.restored'];
const resources = eventTypes.map((type) => `${resourceOf(type)}.*`);
const subscriptions = new Set(['*', ...resources, ...eventTypes, ...RETIRED]);

/** A subscription is an event name, `<resource>.*` or `*` (decisions 5: Event names). */
export function isSubscription(name: string): boolean {
  return subscriptions.has(name);
}

/** Whether any of the subscriptions covers the event. */
export function covers(subscribed: readonly string[], type: string): boolean {
  const resource = `${resourceOf(type)}.*`;
  return subscribed.some((name) => name === '*' || name === type || name === resource);
}

function resourceOf(type: string): string {
  return type.slice(0, type.indexOf('.'));
}
