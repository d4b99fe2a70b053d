import { eventsIn, LOG_DAYS, writtenEvents } from '#chassis/invariants/event-facts.ts';
import { type Fact, factOf } from '#chassis/invariants/facts.ts';
import { type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { eventsLeave } from '#chassis/invariants/outbox.ts';
import type { Checked } from '#chassis/invariants/task.ts';
import { totalsAreCounts } from '#chassis/invariants/totals.ts';
import { numbersAreUnique, type Unique } from '#chassis/invariants/unique.ts';
import { webhookActs } from '#proto/notification/v1/contract.ts';

interface Membership {
  _id: string;
  orgId: string;
  userId: string;
  email: string;
  clientId: string | null;
}

const acts: ReadonlySet<unknown> = new Set(webhookActs);

/** Each membership has an existing user with the same email. An invitation has no user: its userId is its own id. */
const members = invariantOf<Membership>(
  { name: 'members', collection: 'memberships', fields: ['orgId', 'userId', 'email'] },
  async (rows, reader) => {
    const accepted = rows.filter(({ _id, userId }) => userId !== _id);
    const ids = accepted.map(({ userId }) => userId);
    const users = await reader.find<{ _id: string; email: string }>('users', { _id: { $in: ids } }, ['email']);
    const emails = new Map(users.map(({ _id, email }) => [_id, email]));
    return accepted.flatMap(({ _id, orgId, userId, email }): Fault[] => {
      const known = emails.get(userId);
      if (known === email) return [];
      const says =
        known === undefined ? `is of user ${userId}, who is not there` : `has another email than user ${userId}`;
      return [{ orgId, record: `membership ${_id}`, says }];
    });
  },
);

/** Each org has an active admin, who is not only invited, and each membership an existing org. */
const orgs: readonly Invariant[] = [
  invariantOf<{ _id: string }>({ name: 'admins', collection: 'orgs', fields: ['_id'] }, async (rows, reader) => {
    const faults: Fault[] = [];
    for (const { _id: orgId } of rows) {
      const admin = { orgId, role: 'admin', isActive: true, awaitingOwner: false };
      const hasAdmin = await reader.has('memberships', admin);
      if (!hasAdmin) faults.push({ orgId, record: `org ${orgId}`, says: 'has no active admin' });
    }
    return faults;
  }),
  invariantOf<Membership>({ name: 'members', collection: 'memberships', fields: ['orgId'] }, async (rows, reader) => {
    const found = await reader.find<{ _id: string }>('orgs', { _id: { $in: rows.map(({ orgId }) => orgId) } }, ['_id']);
    const known = new Set(found.map(({ _id }) => _id));
    const lost = rows.filter(({ orgId }) => !known.has(orgId));
    return lost.map(({ _id, orgId }) => ({
      orgId,
      record: `membership ${_id}`,
      says: 'is of an org that is not there',
    }));
  }),
];

/** The events of all services that have an entry in the audit log. */
const auditedEvents: Fact = {
  name: 'audited-events',
  items: (database, until) => eventsIn(database, 'audit_log', { until }),
};

/** The audited events that notification must have in its event log. */
const auditedToLog: Fact = {
  name: 'audited-events-that-are-logged',
  items: (database, until) =>
    eventsIn(database, 'audit_log', {
      until,
      days: LOG_DAYS,
      fields: ['action'],
      isMeant: ({ action }) => !acts.has(action),
    }),
};

/** The clients that users are bound to. */
const boundClients = factOf<Membership>(
  {
    name: 'bound-clients',
    collection: 'memberships',
    fields: ['orgId', 'clientId'],
    filter: { clientId: { $gte: '' } },
  },
  ({ orgId, clientId }) => ({ of: `client ${clientId} of org ${orgId}` }),
);

/** Values that are unique in an org. */
export const UNIQUE: readonly Unique[] = [
  { collection: 'memberships', fields: ['email'] },
  { collection: 'memberships', fields: ['userId'] },
];

/** The invariants of identity's database, and the facts that other services also store. */
export const checked: Checked = {
  service: 'identity',
  invariants: [
    totalsAreCounts(['memberships', 'audit_log']),
    eventsLeave,
    ...UNIQUE.map(numbersAreUnique),
    members,
    ...orgs,
  ],
  facts: [writtenEvents, auditedEvents, auditedToLog, boundClients],
};
