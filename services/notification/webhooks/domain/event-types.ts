import { eventTypes } from '#proto/common/v1/events.contract.ts';

const subscriptions = new Set(['*', ...eventTypes.map((type) => `${resourceOf(type)}.*`), ...eventTypes]);

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
