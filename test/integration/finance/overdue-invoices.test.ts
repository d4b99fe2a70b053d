import { beforeEach, describe, expect, test } from '@jest/globals';
import { dueInvoices } from '../../../services/finance/invoices/due-repository.ts';
import { countsKeys, plansOf } from '../../support/read-plans.ts';
import { type Caller, caller, envelopesOf, query } from '../../support/service/callers.ts';
import { openReplicas } from './finance-service.ts';
import { changed, invoiced, paymentsOf, read } from './invoice-scene.ts';

const [finance, beside] = await openReplicas();
beforeEach(() => {
  finance.calendar.today = '2026-01-31';
});

const issued = (who: Caller, dueDate: string) => invoiced(finance, who, { status: 'issued', dueDate });
/** Number of `invoice.overdue` events of the invoice. */
const told = async (id: string) =>
  (await envelopesOf(finance.store, id)).filter(({ type }) => type === 'invoice.overdue').length;
const statusOf = async (who: Caller, id: string) => (await read(finance, who, id)).status;

describe('when the day is over', () => {
  test('it is told once, however many replicas look, however often', async () => {
    const who = caller();
    const due = await Promise.all(Array.from({ length: 5 }, () => issued(who, '2026-01-31')));
    const later = await issued(who, '2026-02-01');
    await finance.announceOverdue();
    expect(await Promise.all(due.map(({ id }) => told(id)))).toEqual(due.map(() => 0));
    finance.calendar.today = '2026-02-01';
    await Promise.all([
      finance.announceOverdue(),
      beside.announceOverdue(),
      finance.announceOverdue(),
      beside.announceOverdue(),
    ]);
    await beside.announceOverdue();
    expect(await Promise.all(due.map(({ id }) => told(id)))).toEqual(due.map(() => 1));
    const list = (status: string) => finance.invoices.listInvoices({ ...query(), status }, who);
    expect(await list('overdue')).toMatchObject({ total: 5, data: due.map(() => ({ status: 'overdue' })) });
    expect(await list('issued')).toMatchObject({ total: 1, data: [{ id: later.id }] });
    const [event] = (await envelopesOf(finance.store, due[0]?.id as string)).slice(-1);
    expect(event).toMatchObject({ org_id: who.context.principal.orgId, previous: { status: 'issued' } });
  });

  test('it is neither told nor looked for of one of which nothing is owed', async () => {
    const who = caller();
    const due = { status: 'issued', dueDate: '2026-01-30' };
    const made = await Promise.all([
      invoiced(finance, who, { ...due, totalAmount: 0 }),
      invoiced(finance, who, { ...due, invoiceType: 'credit_note' }),
    ]);
    await finance.announceOverdue();
    expect(await Promise.all(made.map(({ id }) => statusOf(who, id)))).toEqual(['issued', 'issued']);
    const groups = await Array.fromAsync(dueInvoices(finance.store).groups(Date.UTC(2026, 1, 10)));
    expect(groups.filter(({ orgId }) => orgId === who.context.principal.orgId)).toEqual([]);
  });

  test('it is not, of one that is paid, put off or a draft; and again of one that was put off', async () => {
    const who = caller();
    const { invoices, calendar } = finance;
    const [paid, putOff] = [await issued(who, '2026-01-31'), await issued(who, '2026-01-31')];
    const draft = await invoiced(finance, who, { dueDate: '2026-01-31' });
    await invoices.payInvoice({ id: paid.id, amount: 100 }, who);
    await changed(finance, who, putOff.id, { dueDate: '2026-02-10' });
    calendar.today = '2026-02-01';
    await finance.announceOverdue();
    expect(await Promise.all([paid, putOff, draft].map(({ id }) => told(id)))).toEqual([0, 0, 0]);
    calendar.today = '2026-02-11';
    await finance.announceOverdue();
    expect(await told(putOff.id)).toBe(1);
    expect(await changed(finance, who, putOff.id, { dueDate: '2026-02-12' })).toMatchObject({ status: 'issued' });
    calendar.today = '2026-02-13';
    await finance.announceOverdue();
    expect(await told(putOff.id)).toBe(2);
    // After the removal of its payment, the invoice is overdue.
    const [payment] = await paymentsOf(finance, who, paid.id);
    await invoices.removeInvoicePayment({ id: paid.id, paymentId: payment?.id as string }, who);
    expect([await statusOf(who, paid.id), await told(paid.id)]).toEqual(['overdue', 1]);
  });

  test('it changes at the time of its write, however long ago the run began', async () => {
    const who = caller();
    const { id } = await issued(who, '2026-01-31');
    const began = Date.now();
    finance.calendar.today = '2026-02-01';
    await finance.announceOverdue(new Date('2026-02-01T12:00:00Z'));
    const { status, updatedAt } = await read(finance, who, id);
    expect(status).toBe('overdue');
    expect(Date.parse(updatedAt)).toBeGreaterThanOrEqual(began);
  });

  test('each org has its own day, and an org whose day is unknown stops no other org', async () => {
    const [nowhere, east, west] = [caller(), caller(), caller()];
    const unmarked = await issued(nowhere, '2026-01-31');
    const [first, second] = [await issued(east, '2026-01-31'), await issued(west, '2026-01-31')];
    finance.calendar.of[nowhere.context.principal.orgId] = 'unknown';
    finance.calendar.of[east.context.principal.orgId] = '2026-02-01';
    await finance.announceOverdue(new Date('2026-01-31T11:00:00Z'));
    expect([await statusOf(east, first.id), await statusOf(west, second.id)]).toEqual(['overdue', 'issued']);
    finance.calendar.of[west.context.principal.orgId] = '2026-02-01';
    await finance.announceOverdue(new Date('2026-02-01T00:30:00Z'));
    expect(await statusOf(west, second.id)).toBe('overdue');
    expect(await told(unmarked.id)).toBe(0);
  });

  test.each<[string, (who: Caller) => Promise<{ id: string }>]>([
    ['made', (who) => issued(who, '2026-01-30')],
    [
      'issued',
      async (who) => {
        const { id } = await invoiced(finance, who, { dueDate: '2026-01-30' });
        await finance.invoices.issueInvoice({ id }, who);
        return { id };
      },
    ],
    ['changed', async (who) => changed(finance, who, (await issued(who, '2026-03-01')).id, { dueDate: '2026-01-30' })],
  ])('one that is %s afterwards is overdue at once, and told to be so', async (_how, late) => {
    const who = caller();
    const { id } = await late(who);
    expect([await statusOf(who, id), await told(id)]).toEqual(['overdue', 1]);
    await finance.announceOverdue();
    expect(await told(id)).toBe(1);
  });
});

test('what is due is found by an index, and nothing else is read', async () => {
  const who = caller();
  const [first] = await Promise.all(
    ['2026-01-31', '2026-04-01', '2026-05-01', '2026-06-01'].map((day) => issued(who, day)),
  );
  const due = dueInvoices(finance.store);
  const found: string[] = [];
  const walk = async () => {
    for await (const group of due.groups(Date.parse('2026-02-01'))) {
      if (group.orgId !== who.context.principal.orgId) continue;
      for await (const id of due.members(group)) found.push(id);
    }
  };
  // An engine on top of another database explains reads in other words, and counts no keys.
  const reads = (await countsKeys(finance.store)) ? await plansOf(finance.store, 'invoices', walk) : await walk();
  expect(found).toEqual([first?.id]);
  if (!reads) return;
  expect(reads.length).toBeGreaterThan(2);
  for (const plan of reads) {
    expect(plan.index).toEqual({ status: 1, due: 1, orgId: 1, _id: 1 });
    expect(plan.docsExamined).toBeLessThanOrEqual(1);
  }
});
