import { eventsIn, LOG_DAYS, writtenEvents } from '#chassis/invariants/event-facts.ts';
import type { Fact } from '#chassis/invariants/facts.ts';
import { eventsLeave } from '#chassis/invariants/outbox.ts';
import type { Checked } from '#chassis/invariants/task.ts';
import { totalsAreCounts } from '#chassis/invariants/totals.ts';
import { deliveries } from './deliveries.ts';
import { sequences } from './sequences.ts';

const loggedEvents: Fact = {
  name: 'logged-events',
  items: (database, until) => eventsIn(database, 'events', { until, days: LOG_DAYS }),
};

/** The invariants of notification's database, and the facts that other services also store. */
export const checked: Checked = {
  service: 'notification',
  invariants: [totalsAreCounts(['webhooks']), eventsLeave, sequences, deliveries],
  facts: [writtenEvents, loggedEvents],
};
