import { beforeEach, expect, test } from '@jest/globals';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { dayOf, orgSettings } from '../../../../../services/finance/documents/org-settings.ts';

let time: number;
const clock = { now: () => time };
beforeEach(() => {
  time = 1_000;
});

const now = new Date('2026-01-31T22:30:00.000Z');
const DEADLINE = 3_000;
const legalName = 'Harbour & Sons Lda';
const callOf = (orgId: string) => ({ now, deadline: DEADLINE, context: {}, principal: { orgId } }) as unknown as Call;

test.each([
  ['UTC', '2026-01-31'],
  ['Europe/Copenhagen', '2026-01-31'],
  ['Europe/Helsinki', '2026-02-01'],
  ['Pacific/Kiritimati', '2026-02-01'],
  ['America/Los_Angeles', '2026-01-31'],
])('at half past ten in the evening of Greenwich it is in %s %s', (timeZone, day) => {
  expect(dayOf(now, timeZone)).toBe(day);
});

test('an org is asked for once in 5 s, each for itself, and one without a zone has UTC', async () => {
  const asked: number[] = [];
  const getOrgSettings = async (_request: object, options?: { deadline?: number | undefined }) => {
    asked.push(options?.deadline ?? 0);
    return asked.length === 1 ? { timeZone: 'Europe/Helsinki', legalName } : { legalName };
  };
  const settings = orgSettings({ getOrgSettings }, clock);
  expect(await Promise.all([settings.today(callOf('o1')), settings.today(callOf('o1'))])).toEqual([
    '2026-02-01',
    '2026-02-01',
  ]);
  expect(await settings.today(callOf('o2'))).toBe('2026-01-31');
  // Its answer must come while the caller can still be answered.
  expect(asked).toEqual([DEADLINE - 250, DEADLINE - 250]);
  time += 5_001;
  expect(await settings.today(callOf('o1'))).toBe('2026-01-31');
});

test('while identity is down an org is what it was, and one that was never asked for is not guessed', async () => {
  let isDown = false;
  const getOrgSettings = async () => {
    if (isDown) throw serviceUnavailable('identity', undefined);
    return { timeZone: 'Europe/Helsinki', legalName };
  };
  const settings = orgSettings({ getOrgSettings }, clock);
  await settings.today(callOf('o1'));
  isDown = true;
  time += 60_000;
  expect(await settings.today(callOf('o1'))).toBe('2026-02-01');
  await expect(settings.today(callOf('o2'))).rejects.toMatchObject({
    code: 'upstream_unavailable',
    service: 'identity',
  });
});

test.each([
  [{ defaultCurrency: 'JPY' }, 'JPY'],
  [{}, undefined],
])('the money of an org of %j is %s', async (known, currency) => {
  const settings = orgSettings({ getOrgSettings: async () => ({ legalName, ...known }) }, clock);
  expect(await settings.defaultCurrency(callOf('o1'))).toBe(currency);
});

test('the format of invoice numbers is that of the org', async () => {
  const settings = orgSettings({ getOrgSettings: async () => ({ legalName, invoiceNumberFormat: '{000}' }) }, clock);
  expect(await settings.invoiceNumberFormat(callOf('o1'))).toBe('{000}');
});

test.each([
  [{ overInvoicingPercent: 2.5 }, 2.5],
  [{}, 0],
])('invoices of an org of %j may exceed an ordered quantity by %d percent', async (known, percent) => {
  const settings = orgSettings({ getOrgSettings: async () => ({ legalName, ...known }) }, clock);
  expect(await settings.overInvoicingPercent(callOf('o1'))).toBe(percent);
});

test.each([
  [
    { address: 'Rua do Ouro 12', taxId: 'PT501234567', phone: '+351 1' },
    { address: 'Rua do Ouro 12', taxId: 'PT501234567', phone: '+351 1' },
  ],
  [{}, { address: null, taxId: null }],
])('an org with %j writes as %j', async (known, written) => {
  const settings = orgSettings({ getOrgSettings: async () => ({ legalName, ...known }) }, clock);
  expect(await settings.legalData(callOf('o1'))).toEqual({ name: legalName, ...written });
});
