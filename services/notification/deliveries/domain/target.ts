import { covers } from '../../webhooks/domain/event-types.ts';
import type { PendingDelivery, UnsentReason } from './delivery.ts';

/** The facts about a webhook that a delivery needs. */
export interface Target {
  id: string;
  orgId: string;
  url: string;
  /** The present subscriptions. The delivery may have been planned when the webhook had others. */
  events: readonly string[];
  isActive: boolean;
  /** The secrets that sign now; undefined if they cannot be decrypted. */
  secrets: string[] | undefined;
}

/**
 * The reason why the delivery must not be sent to its webhook now; undefined if it may be sent. A test is always sent.
 */
export function obstacle(
  { isTest, eventType }: Pick<PendingDelivery, 'isTest' | 'eventType'>,
  { isActive, events }: Pick<Target, 'isActive' | 'events'>,
): UnsentReason | undefined {
  if (isTest) return undefined;
  if (!isActive) return 'inactive';
  return covers(events, eventType) ? undefined : 'not_subscribed';
}

/** Reads webhooks for deliveries. */
export interface Targets {
  find(webhookIds: string[]): Promise<Map<string, Target>>;
  /** Returns a function that gives the active webhooks of the orgs that subscribe to an event. */
  findSubscribers(orgIds: string[]): Promise<(event: { orgId: string; type: string }) => Target[]>;
}
