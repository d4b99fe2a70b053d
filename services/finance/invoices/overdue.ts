import { hasCode } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { WriteCall, Writer } from '#chassis/unit-of-work/write.ts';
import { dateSortKey } from '../documents/domain/sort-keys.ts';
import { dayOf, type OrgSettings } from '../documents/org-settings.ts';
import { markOverdue } from './domain/move-invoice.ts';
import type { DueGroup, DueInvoices } from './due-repository.ts';
import type { InvoiceRepository } from './repository.ts';

interface OverdueParts {
  writer: Writer;
  due: DueInvoices;
  invoices: Pick<InvoiceRepository, 'load' | 'save'>;
  settings: Pick<OrgSettings, 'today'>;
  logger: Logger;
}

/** The time zone in which a day begins first. A due date that has not passed here has passed in no time zone. */
const EARLIEST = 'Etc/GMT-14';
/** Milliseconds until the deadline of a call or a write. */
const DEADLINE_MS = 8_000;

/**
 * Makes each invoice overdue whose due date has passed, and emits its event in the same transaction, exactly once. All
 * replicas do this. The second replica finds the invoice overdue and does nothing. If the time zone of an org cannot be
 * read, or a write fails, the next run tries again.
 */
export function announceOverdue({
  writer,
  due,
  invoices,
  settings,
  logger,
}: OverdueParts): (now: Date) => Promise<void> {
  const tellOne = (orgId: string, id: string, today: string) => {
    // `updatedAt` is the time of the write, not of the run. Callers that poll with `updated_since` would miss an
    // earlier time.
    const now = new Date();
    return writer.write(nobodysCall(now), async (tx) => {
      const before = await invoices.load(tx, { orgId, id });
      const decision = markOverdue(before, { now, today });
      if (decision) await invoices.save(tx, before, decision);
    });
  };

  async function tellGroup(group: DueGroup, now: Date): Promise<void> {
    const { orgId } = group;
    const today = await settings.today(callFor(orgId, now));
    if (group.due >= startOf(today)) return;
    for await (const id of due.members(group)) {
      await tellOne(orgId, id, today).catch((error) => {
        if (!isGone(error)) logger.error({ err: error, orgId, id }, 'An invoice could not be told to be overdue');
      });
    }
  }

  return async (now) => {
    for await (const group of due.groups(startOf(dayOf(now, EARLIEST)))) {
      await tellGroup(group, now).catch((error) =>
        logger.error({ err: error, orgId: group.orgId }, 'Invoices could not be told to be overdue'),
      );
    }
  };
}

/** The start of the day in UTC, in epoch milliseconds. */
const startOf = (day: string): number => dateSortKey(day) ?? 0;

/** Whether the invoice was deleted in the meantime. */
const isGone = (error: unknown): boolean => hasCode(error, 'not_found');

/** The call of a write without a caller: the audit log names no actor. */
const nobodysCall = (now: Date): WriteCall => ({
  context: { requestId: crypto.randomUUID() },
  now,
  deadline: Date.now() + DEADLINE_MS,
});

/**
 * The call to identity. identity returns an org's settings only to its members, so the service calls as a member with
 * the lowest role.
 */
function callFor(orgId: string, now: Date): Parameters<OrgSettings['today']>[0] {
  const principal: Principal = { kind: 'user', id: 'finance', orgId, role: 'client' };
  return { context: { requestId: crypto.randomUUID(), principal }, principal, now, deadline: Date.now() + DEADLINE_MS };
}
