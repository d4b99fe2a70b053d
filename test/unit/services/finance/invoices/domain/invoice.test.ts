import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { NO_TERMS } from '../../../../../../services/finance/documents/domain/amounts.ts';
import { NO_NAMES } from '../../../../../../services/finance/documents/domain/named-line.ts';
import { createInvoice, type InvoiceInput } from '../../../../../../services/finance/invoices/domain/create-invoice.ts';
import { exposureChange } from '../../../../../../services/finance/invoices/domain/exposure.ts';
import { type Invoice, invoiceView } from '../../../../../../services/finance/invoices/domain/invoice.ts';
import type { InvoiceStatus } from '../../../../../../services/finance/invoices/domain/invoice-status.ts';
import {
  cancelInvoice,
  deleteInvoice,
  issueInvoice,
  markOverdue,
  payInvoice,
  removePayment,
} from '../../../../../../services/finance/invoices/domain/move-invoice.ts';
import type { Payment } from '../../../../../../services/finance/invoices/domain/payment.ts';
import {
  type InvoiceChanges,
  updateInvoice,
} from '../../../../../../services/finance/invoices/domain/update-invoice.ts';

const now = new Date('2026-02-01T12:00:00Z');
const today = '2026-02-01';
let ids = 0;
const writing = { actorId: 'u1', now, newId: () => `id${++ids}` };
const subject = { salesOrderId: 'o1', clientId: 'c1', clientName: 'Nordwind' };

const made = (input: Partial<InvoiceInput> = {}) =>
  createInvoice(
    { invoiceNumber: 'I-1', currency: 'EUR', lineItems: [], totalAmount: 100, ...input },
    subject,
    { orgId: 'org' },
    { ...writing, today },
  );
const invoice = (input: Partial<InvoiceInput> = {}): Invoice => made(input).decision.state;
const pay = (before: Invoice, amount: number) => payInvoice(before, { amount, date: today }, writing);
const change = (before: Invoice, changes: InvoiceChanges) => updateInvoice(before, changes, { ...writing, today });
/** As it is shown. */
const stand = (state: Invoice) => {
  const { status, paidAmount, remainingBalance } = invoiceView(state);
  return [status, paidAmount, remainingBalance];
};
const refusedAt = (...fields: string[]) =>
  expect.objectContaining({
    code: 'validation_failed',
    issues: fields.map((at) => expect.objectContaining({ loc: ['body', at] })),
  });
const refused = (code: string) => expect.objectContaining({ code });
const overdue = (input: Partial<InvoiceInput> = {}): Invoice => {
  const late = markOverdue(invoice({ status: 'issued', dueDate: '2026-01-31', ...input }), { now, today });
  return (late as { state: Invoice }).state;
};

describe('a create', () => {
  test.each<[Partial<InvoiceInput>, [InvoiceStatus, number, number], number]>([
    [{}, ['draft', 0, 100], 0],
    [{ status: 'issued' }, ['issued', 0, 100], 0],
    [{ status: 'paid' }, ['paid', 100, 0], 1],
    [{ status: 'paid', totalAmount: null, subtotal: 10 }, ['paid', 10, 0], 1],
    [{ status: 'paid', paidAmount: 100, remainingBalance: 0 }, ['paid', 100, 0], 1],
    [{ status: 'partially_paid', paidAmount: 40, remainingBalance: 60.01 }, ['partially_paid', 40, 60], 1],
    [{ status: 'issued', paidAmount: 40 }, ['partially_paid', 40, 60], 1],
    [{ paidAmount: 40 }, ['draft', 40, 60], 1],
    [{ status: 'cancelled' }, ['cancelled', 0, 100], 0],
    [{ status: 'paid', totalAmount: 0 }, ['paid', 0, 0], 0],
  ])('of %j', (input, expected, payments) => {
    const { decision, payment } = made(input);
    expect(stand(decision.state)).toEqual(expected);
    expect(payment ? [payment] : []).toHaveLength(payments);
    if (payment)
      expect(payment).toMatchObject({ amount: expected[1], date: today, createdById: 'u1', bankLineId: null });
    expect(decision.event.type).toBe('invoice.created');
  });

  test.each<[Partial<InvoiceInput>, string]>([
    [{ status: 'paid', paidAmount: 99.99 }, 'paidAmount'],
    [{ status: 'paid', paidAmount: 0 }, 'paidAmount'],
    [{ status: 'partially_paid' }, 'paidAmount'],
    [{ status: 'partially_paid', paidAmount: 100 }, 'paidAmount'],
    [{ status: 'cancelled', paidAmount: 1 }, 'paidAmount'],
    [{ paidAmount: 100.01 }, 'paidAmount'],
    [{ paidAmount: 0.001 }, 'paidAmount'],
    [{ currency: 'JPY', paidAmount: 0.5 }, 'paidAmount'],
    [{ paidAmount: 40, remainingBalance: 60.02 }, 'remainingBalance'],
  ])('of %j is refused', (input, field) => {
    expect(() => made(input)).toThrow(refusedAt(field));
  });

  test.each<[InvoiceInput['status'], string | null]>([
    [undefined, null],
    ['draft', null],
    ['cancelled', null],
    ['issued', today],
    ['paid', today],
  ])('as %s is of day %s where nobody says', (status, day) => {
    expect(invoice(status ? { status } : {}).issuedDate).toBe(day);
    expect(invoice({ ...(status && { status }), issuedDate: 'soon' }).issuedDate).toBe('soon');
  });
});

const MOVES: Record<string, (before: Invoice) => { state: Invoice }> = {
  issue: (before) => issueInvoice(before, { now, today }),
  pay: (before) => pay(before, 1).decision,
  payAll: (before) => pay(before, (before.totalAmount ?? 0) - before.paidAmount).decision,
  cancel: (before) => cancelInvoice(before, now),
  delete: (before) => deleteInvoice(before),
};

/** The moves that each status takes, and their results. All other moves are refused. */
describe.each<[string, Invoice, Record<string, InvoiceStatus>]>([
  ['a draft', invoice(), { issue: 'issued', cancel: 'cancelled', delete: 'draft' }],
  ['an issued one', invoice({ status: 'issued' }), { pay: 'partially_paid', payAll: 'paid', cancel: 'cancelled' }],
  ['a partially paid one', invoice({ status: 'issued', paidAmount: 40 }), { pay: 'partially_paid', payAll: 'paid' }],
  ['a paid one', invoice({ status: 'paid' }), {}],
  ['a cancelled one', invoice({ status: 'cancelled' }), { delete: 'cancelled' }],
  ['an overdue one', overdue(), { pay: 'overdue', payAll: 'paid', cancel: 'cancelled' }],
  ['an overdue one, paid in part', overdue({ paidAmount: 40 }), { pay: 'overdue', payAll: 'paid' }],
  ['a draft with a payment', invoice({ paidAmount: 40 }), { issue: 'partially_paid' }],
  ['a draft that is paid', invoice({ paidAmount: 100 }), { issue: 'paid' }],
])('%s', (_what, before, outcomes) => {
  test.each(Object.entries(MOVES))('%s', (name, move) => {
    const outcome = outcomes[name];
    if (outcome) expect(move(before).state.status).toBe(outcome);
    else expect(() => move(before)).toThrow(refused(name === 'delete' ? 'in_use' : 'invalid_transition'));
  });
});

test('what refuses a move of one that is overdue names paying it', () => {
  expect(() => issueInvoice(overdue(), { now, today })).toThrow('Invoice is overdue; allowed: cancel, pay');
});

describe('without a currency', () => {
  test('nothing is paid, at its create neither', () => {
    const open = invoice({ currency: null, status: 'issued' });
    expect(() => pay(open, 1)).toThrow(refusedAt('currency'));
    expect(() => invoice({ currency: null, paidAmount: 1 })).toThrow(refusedAt('currency'));
    expect(() => invoice({ currency: null, status: 'paid' })).toThrow(refusedAt('currency'));
  });

  test('no client owes by it until it has one', () => {
    const open = invoice({ currency: null, status: 'issued' });
    expect(exposureChange(undefined, open)).toBeUndefined();
    const priced = change(open, { currency: 'EUR' }).state;
    expect(exposureChange(open, priced)).toMatchObject({ currency: 'EUR', unpaid: parseDecimal(100) });
  });
});

describe('without a total', () => {
  const unknown = { totalAmount: null, status: 'issued' } as const;

  test('nothing is paid, and the refusal says so', () => {
    const issue = expect.objectContaining({ loc: ['body', 'amount'], msg: expect.stringContaining('no total') });
    expect(() => pay(invoice(unknown), 1)).toThrow(expect.objectContaining({ issues: [issue] }));
  });

  test('a subtotal is one: past its dueDate it is overdue', () => {
    expect(overdue({ ...unknown, subtotal: 10, dueDate: '2020-01-01' })).toMatchObject({ status: 'overdue' });
  });
});

describe('a payment', () => {
  test.each([
    [100.01, 'EUR'],
    [0.001, 'EUR'],
    [0.5, 'JPY'],
    [0.0001, 'KWD'],
  ])('of %d %s is refused', (amount, currency) => {
    expect(() => pay(invoice({ status: 'issued', currency }), amount)).toThrow(refusedAt('amount'));
  });

  test.each<[Partial<InvoiceInput>, InvoiceStatus]>([
    [{ paidAmount: 40 }, 'draft'],
    [{ status: 'issued', paidAmount: 40, dueDate: '2026-01-31' }, 'overdue'],
  ])('of %j that is taken back leaves it %s', (input, status) => {
    const { decision, payment } = made(input);
    const before = markOverdue(decision.state, { now, today })?.state ?? decision.state;
    expect(removePayment(before, payment as Payment, { now, isUnmatch: false }).state).toMatchObject({
      status,
      paidAmount: 0,
    });
  });

  test('whatever is paid and taken back, paid and left are the total, and the paid are the sum of the payments', () => {
    const unit = fc.constantFrom(['EUR', 100], ['JPY', 1], ['KWD', 1000]) as fc.Arbitrary<[string, number]>;
    const steps = fc.array(fc.record({ amount: fc.integer({ min: 1, max: 400 }), taken: fc.option(fc.nat()) }));
    fc.assert(
      fc.property(unit, fc.integer({ min: 1, max: 1_000 }), steps, ([currency, minor], total, history) => {
        let state = invoice({ status: 'issued', currency, totalAmount: total / minor });
        const payments: Payment[] = [];
        for (const { amount, taken } of history) {
          if (taken !== null && payments.length > 0) {
            const [payment] = payments.splice(taken % payments.length, 1);
            state = removePayment(state, payment as Payment, { now, isUnmatch: false }).state;
          } else if (amount / minor <= (invoiceView(state).remainingBalance as number)) {
            const paid = pay(state, amount / minor);
            payments.push(paid.payment);
            state = paid.decision.state;
          } else expect(() => pay(state, amount / minor)).toThrow();
          const { paidAmount, remainingBalance, status } = invoiceView(state);
          expect(toNumber(add(parseDecimal(paidAmount), parseDecimal(remainingBalance as number)))).toBe(total / minor);
          expect(paidAmount).toBe(toNumber(add(...payments.map((payment) => parseDecimal(payment.amount)))));
          expect(status).toBe(paidAmount === 0 ? 'issued' : remainingBalance === 0 ? 'paid' : 'partially_paid');
        }
      }),
    );
  });
});

describe('the day it is due', () => {
  test.each([
    ['2026-01-31', true],
    ['2026-02-01', false],
    ['2026-01-31T23:59:59Z', true],
    ['2026-02-01T00:30:00+01:00', true],
    ['2026-02-01T00:30:00Z', false],
    ['20260131', true],
    ['31 January', false],
    ['2026-02-30', false],
    ['+099999-01-01', false],
    [undefined, false],
  ])('%s is over on 1 February: %p', (dueDate, isOver) => {
    const state = invoice({ status: 'issued', ...(dueDate !== undefined && { dueDate }) });
    expect(markOverdue(state, { now, today })?.state.status).toBe(isOver ? 'overdue' : undefined);
  });

  test.each<NonNullable<InvoiceInput['status']>>(['draft', 'paid', 'cancelled'])(
    'says nothing of one that is %s',
    (status) => {
      expect(markOverdue(invoice({ status, dueDate: '2026-01-31' }), { now, today })).toBeUndefined();
    },
  );

  test('is told once, until it is put off and over again', () => {
    const late = overdue();
    expect(markOverdue(late, { now, today })).toBeUndefined();
    expect(change(late, { dueDate: '2026-01-30' }).state.status).toBe('overdue');
    const put = change(late, { dueDate: '2026-02-02' });
    expect([put.state.status, put.event.type, put.event.previous]).toEqual([
      'issued',
      'invoice.updated',
      { dueDate: '2026-01-31', status: 'overdue' },
    ]);
    expect(change(overdue({ paidAmount: 1 }), { dueDate: null }).state.status).toBe('partially_paid');
    expect(markOverdue(put.state, { now, today: '2026-02-03' })?.event.type).toBe('invoice.overdue');
  });
});

describe('a change', () => {
  test('after draft takes notes and dates alone', () => {
    for (const before of [
      invoice({ status: 'issued' }),
      invoice({ status: 'paid' }),
      invoice({ status: 'cancelled' }),
      overdue(),
    ]) {
      const fields = { notes: 'n', issuedDate: '2026-01-01', dueDate: '2026-01-02' };
      expect(change(before, fields).state).toMatchObject(fields);
      for (const changes of [
        { invoiceNumber: 'I-2' },
        { totalAmount: 5 },
        { lineItems: [], currency: 'USD' },
        { invoiceType: 'x' },
      ])
        expect(() => change(before, changes)).toThrow(refused('invalid_transition'));
    }
  });

  test('of the currency reckons its lines anew', () => {
    const before = invoice({
      totalAmount: 66.68,
      lineItems: [
        {
          salesOrderLineItemId: null,
          ...NO_NAMES,
          ...NO_TERMS,
          description: null,
          qty: 2,
          unitPrice: 33.34,
          amount: null,
          attributes: '{}',
        },
      ],
    });
    expect(change(before, { currency: 'JPY' }).state).toMatchObject({
      subtotal: 67,
      totalAmount: 67,
      lineItems: [{ amount: 67 }],
    });
  });

  test('leaves a draft no less than is paid, and in its currency', () => {
    const before = invoice({ paidAmount: 40 });
    expect(() => change(before, { totalAmount: 39.99 })).toThrow(refusedAt('totalAmount'));
    expect(() => change(before, { currency: 'USD' })).toThrow(refusedAt('currency'));
    expect(change(before, { totalAmount: 40 }).state.totalAmount).toBe(40);
  });
});

describe('what it changes of what is owed', () => {
  const said = (before: Invoice | undefined, after: Invoice) => {
    const { invoiced, unpaid } = exposureChange(before, after) ?? {};
    return [invoiced?.toNumber() ?? 0, unpaid?.toNumber() ?? 0];
  };
  const [draft, issued] = [invoice(), invoice({ status: 'issued' })];
  const part = pay(issued, 40).decision.state;
  test.each<[string, Invoice | undefined, Invoice, number[]]>([
    ['a draft', undefined, draft, [0, 0]],
    ['one that is made as issued', undefined, issued, [100, 100]],
    ['one that is made as paid', undefined, invoice({ status: 'paid' }), [100, 0]],
    ['issuing', draft, issued, [100, 100]],
    ['paying a part', issued, part, [0, -40]],
    ['paying the rest', part, pay(part, 60).decision.state, [0, -60]],
    ['being overdue', issued, overdue(), [0, 0]],
    ['cancelling', issued, cancelInvoice(issued, now).state, [-100, -100]],
    ['a credit note', undefined, invoice({ status: 'issued', invoiceType: 'credit_note' }), [-100, -100]],
    [
      'a credit note that is paid out in part',
      undefined,
      invoice({ status: 'issued', paidAmount: 40, invoiceType: 'credit_note' }),
      [-100, -60],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(said(before, after)).toEqual(expected);
  });
});
