import { covers } from '../../webhooks/domain/event-types.ts';
import type { PendingDelivery, UnsentReason } from './delivery.ts';

/** The facts about a webhook that a delivery needs. */
export interface Target {
  id: string;
  orgId: string;
  url: string;
  /** Its subscriptions as they are now: an event may have been planned for it when they were others. */
  events: readonly string[];
  isActive: boolean;
  /** In force now; undefined when they cannot be read. */
  secrets: string[] | undefined;
}

/** Why `delivery` is not sent to its webhook as that is now; undefined where it is. A test goes to any. */
export function obstacle(
  { isTest, eventType }: Pick<PendingDelivery, 'isTest' | 'eventType'>,
  { isActive, events }: Pick<Target, 'isActive' | 'events'>,
): UnsentReason | undefined {
  if (isTest) return undefined;
  if (!isActive) return 'inactive';
  return covers(events, eventType) ? undefined : 'not_subscribed';
}

/** Where deliveries learn about webhooks. */
export interface Targets {
  find(webhookIds: string[]): Promise<Map<string, Target>>;
  /** Tells which active webhooks of the orgs take an event. */
  findSubscribers(orgIds: string[]): Promise<(event: { orgId: string; type: string }) => Target[]>;
}
