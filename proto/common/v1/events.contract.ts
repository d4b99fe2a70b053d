import { apiKeyEvents } from '../../identity/v1/api-key.contract.ts';
import { orgEvents } from '../../identity/v1/org.contract.ts';
import { userEvents } from '../../identity/v1/user.contract.ts';
import { durableConsumers } from './durable-consumers.contract.ts';
import { type Resource, resources } from './resources.contract.ts';

const identityEvents = { ...userEvents, ...orgEvents, ...apiKeyEvents };

/** The event types of all resources, merged into one object type. */
type ResourceEvents = { [Type in keyof EventsByType<Resource>]: EventsByType<Resource>[Type] };
type EventsByType<R extends Resource> = (R extends Resource ? (events: R['events']) => void : never) extends (
  events: infer All,
) => void
  ? All
  : never;

/** Every event type (decisions 5: Event names) with the schema of its data. */
export const eventData = {
  ...identityEvents,
  ...(Object.assign({}, ...resources.map(({ events }) => events)) as ResourceEvents),
} as const;

/** Names of all event types, sorted. */
export const eventTypes: readonly string[] = Object.keys(eventData).sort();

/** For each resource, the only service that may publish its events: `client` -> `product`. */
const owners: ReadonlyMap<string, string> = new Map<string, string>([
  ...resources.map(({ name, service }) => [name, service] as const),
  ...['user', 'org', 'api_key'].map((name) => [name, 'identity'] as const),
]);

/** The events that each service receives, and the services that may publish them. */
export const subscriptions = {
  identity: { ...durableConsumers.identity, owners },
  product: { ...durableConsumers.product, owners },
  finance: { ...durableConsumers.finance, owners },
  notification: { ...durableConsumers.notification, owners },
};
