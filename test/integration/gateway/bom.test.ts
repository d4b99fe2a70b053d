import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError, type ErrorCode } from '#chassis/domain/errors.ts';
import { startGateway } from './harness.ts';

const gateway = await startGateway();
beforeEach(() => gateway.services.answers.clear());
afterAll(() => gateway.close());

const PATH = '/api/v1/bom';
const NOW = '2026-01-02T03:04:05.678Z';

const summary = (versionNumber: number) => ({
  id: `v${versionNumber}`,
  documentId: `BOM-2026-000001-V${versionNumber}`,
  versionNumber,
  createdAt: NOW,
  status: 'draft',
});
const outline = (versionNumber: number, lineItemCount: number) => ({
  ...summary(versionNumber),
  lineItemCount,
  updatedAt: NOW,
});
const line = { id: 'l1', billOfMaterialVersionId: 'v1', assignedMaterialOptions: [], category: 'Fabric', unit: 'm' };
const empty = (versionNumber: number, lineItemCount = 0) => ({
  ...outline(versionNumber, lineItemCount),
  lineItems: [],
  groupedLineItems: [],
});
const whole = (versionNumber: number) => ({
  ...outline(versionNumber, 1),
  lineItems: [line],
  groupedLineItems: [{ category: 'Fabric', items: [line] }],
});
const head = {
  id: 'b1',
  documentId: 'BOM-2026-000001',
  currentVersion: 1,
  versionCount: 1,
  styleId: 's1',
  latestVersion: summary(1),
  status: 'draft',
  createdAt: NOW,
  updatedAt: NOW,
};

const send = (path: string, method = 'GET', body?: object | string) =>
  gateway.send(`${PATH}${path}`, { method, as: 'staff', ...(body !== undefined && { body }) });
const answer = (rpc: string, reply: object) => gateway.services.answers.set(rpc, async () => reply);
const reply = (record: object) => ({ record, revision: 7, eventId: 'evt_1', replayed: false });
const lastCall = () => gateway.services.calls.at(-1);

test('the list has page, limit and total only, and versions without lines', async () => {
  answer('listBoms', { data: [{ ...head, versions: [outline(1, 12)] }], total: 31 });
  const { json } = await send('?limit=1&status=draft&styleId=s1');
  expect(json.pagination).toEqual({ page: 1, limit: 1, total: 31 });
  expect(json.data).toMatchObject([{ id: 'b1', style: null, submittedAt: null, versions: [{ lineItemCount: 12 }] }]);
  expect((json.data as { versions: object[] }[])[0]?.versions[0]).not.toHaveProperty('lineItems');
  expect(lastCall()?.request).toMatchObject({ status: 'draft', styleId: 's1', query: { sort: '-createdAt' } });
});

test('versions whose lines did not fit the message are fetched', async () => {
  answer('getBom', reply({ ...head, versions: [empty(1, 1), whole(2)] }));
  answer('getBomVersion', reply(whole(1)));
  const { json, headers } = await send('/b1');
  expect(lastCall()?.request).toEqual({ id: 'b1', version: 'v1' });
  expect(json.versions).toMatchObject([
    { lineItems: [{ id: 'l1', grossConsumption: null }] },
    { lineItems: [{ id: 'l1' }] },
  ]);
  expect(headers.etag).toMatch(/^"7-/);
});

test('versions that have gone meanwhile stay without their lines', async () => {
  answer('submitBom', { ...reply({ ...head, versions: [empty(1, 1)] }), replayed: true });
  const { status, json, headers } = await send('/b1/submit', 'POST');
  expect([status, headers['idempotency-replayed']]).toEqual([200, 'true']);
  expect(json.versions).toMatchObject([{ lineItemCount: 1 }]);
  expect((json.versions as object[])[0]).not.toHaveProperty('lineItems');
});

describe('of a large BOM', () => {
  const versionsOf = (count: number, lineItemCount: number) =>
    Array.from({ length: count }, (_, index) => empty(index + 1, lineItemCount));
  const fetchable = (lineItemCount: number, text = '') =>
    gateway.services.answers.set('getBomVersion', async () => {
      const number = Number(String(lastCall()?.request.version).slice(1));
      const lineItems = Array.from({ length: lineItemCount }, () => ({ ...line, description: text }));
      return reply({ ...outline(number, lineItemCount), lineItems, groupedLineItems: [] });
    });
  /**
   * Numbers of the versions that have their lines in the answer. Expects that each version has all of its lines or
   * none.
   */
  const shown = (json: Record<string, unknown>) =>
    (json.versions as { versionNumber: number; lineItemCount: number; lineItems?: object[] }[])
      .filter(({ lineItems, lineItemCount }) => {
        expect([undefined, lineItemCount]).toContain(lineItems?.length);
        return lineItems !== undefined;
      })
      .map(({ versionNumber }) => versionNumber);

  test('the newest versions have their lines, 10,000 in all', async () => {
    answer('submitBom', reply({ ...head, versions: versionsOf(31, 2_000) }));
    fetchable(2_000);
    const before = gateway.services.calls.length;
    const { status, json } = await send('/b1/submit', 'POST');
    expect([status, shown(json)]).toEqual([200, [27, 28, 29, 30, 31]]);
    expect(gateway.services.calls.slice(before).map(({ name }) => name)).toEqual([
      'submitBom',
      ...Array(5).fill('getBomVersion'),
    ]);
  });

  test('the newest versions have their lines, 8 MiB in all', async () => {
    answer('getBom', reply({ ...head, versions: versionsOf(5, 3) }));
    fetchable(3, 'x'.repeat(1_000_000));
    expect(shown((await send('/b1')).json)).toEqual([4, 5]);
  });

  test('many small versions all have their lines', async () => {
    answer('getBom', reply({ ...head, versions: versionsOf(60, 40) }));
    fetchable(40);
    expect(shown((await send('/b1')).json)).toHaveLength(60);
  });

  test.each<ErrorCode>(['upstream_unavailable', 'insufficient_permissions'])(
    'a write that has happened is answered without the lines that cannot be had (%s); a read is not',
    async (code) => {
      const versions = [empty(1, 1), empty(2, 1), whole(3)];
      gateway.services.answers.set('getBomVersion', async () => {
        throw new AppError(code, 'No');
      });
      answer('submitBom', reply({ ...head, versions }));
      const before = gateway.services.calls.length;
      const { status, json } = await send('/b1/submit', 'POST');
      expect([status, shown(json)]).toEqual([200, [3]]);
      // After a failed read, the gateway does not read further versions, because the caller waits.
      expect(gateway.services.calls.length - before).toBe(2);
      answer('getBom', { ...reply({ ...head, versions }), eventId: '' });
      expect((await send('/b1')).json).toMatchObject({ code });
    },
  );
});

test('a reason for the rejection is handed on', async () => {
  answer('rejectBom', reply({ ...head, versions: [] }));
  await send('/b1/reject', 'POST', { rejectionReason: 'Too dear' });
  expect(lastCall()?.request).toEqual({ id: 'b1', rejectionReason: 'Too dear' });
});

describe('versions and lines', () => {
  test('a version may be made of nothing, and is found where Location says', async () => {
    answer('createBomVersion', reply(empty(2)));
    const { headers } = await send('/b1/versions', 'POST');
    expect(lastCall()?.request).toEqual({ id: 'b1', version: {} });
    expect(headers.location).toBe(`${PATH}/b1/versions/v2`);
  });

  test('are listed with all of the pagination block', async () => {
    answer('listBomVersions', { data: [outline(1, 0)], total: 1 });
    const { json } = await send('/b1/versions?sort=version_number');
    expect(json.pagination).toMatchObject({ totalPages: 1, hasNext: false });
    expect(lastCall()?.request).toMatchObject({ id: 'b1', query: { sort: 'versionNumber' } });
  });

  test.each([
    ['by name', { lineItems: [{ category: 'Fabric', billOfMaterialVersionId: 'v1' }] }],
    ['as a bare list', [{ category: 'Fabric', description: null }]],
    ['as the version that was read', { ...whole(1), lineItems: [{ category: 'Fabric' }] }],
  ])('the whole list is sent %s', async (_case, body) => {
    answer('replaceBomLineItems', reply(whole(1)));
    expect((await send('/b1/versions/1/line-items', 'PUT', body)).status).toBe(200);
    const lineItems = [{ category: 'Fabric', assignedMaterialOptions: [] }];
    expect(lastCall()?.request).toEqual({ id: 'b1', version: '1', lineItems });
  });

  test('a list of 2,000 long lines is no body too large', async () => {
    answer('replaceBomLineItems', reply(whole(1)));
    const lineItems = Array.from({ length: 2_000 }, () => ({ description: 'x'.repeat(1_000) }));
    expect((await send('/b1/versions/1/line-items', 'PUT', { lineItems })).status).toBe(200);
    const { status, json } = await send('/b1/versions/1/line-items', 'PUT', { lineItems: [...lineItems, {}] });
    expect([status, json.detail]).toMatchObject([422, [{ type: 'too_long', loc: ['body', 'lineItems'] }]]);
  });

  test('a line is found where Location says, and changed by the fields that are named', async () => {
    answer('createBomLineItem', reply(line));
    const { headers } = await send('/b1/versions/1/line-items', 'POST', { unit: 'm', id: 'ignored' });
    expect(headers.location).toBe(`${PATH}/b1/versions/1/line-items/l1`);
    expect(lastCall()?.request).toEqual({ id: 'b1', version: '1', lineItem: { unit: 'm' } });
    answer('updateBomLineItem', reply(line));
    await send('/b1/versions/1/line-items/l1', 'PATCH', { description: null, unit: null, grossConsumption: '2' });
    expect(lastCall()?.request).toEqual({
      id: 'b1',
      version: '1',
      lineItemId: 'l1',
      patch: { grossConsumption: 2 },
      fields: ['description', 'grossConsumption'],
    });
  });

  test('a comparison shows values of any type', async () => {
    answer('compareBomVersions', {
      bomId: 'b1',
      versionA: summary(1),
      versionB: summary(2),
      lineItemDiffs: [
        {
          changeType: 'modified',
          oldValues: { lineItemId: 'l1' },
          newValues: { lineItemId: 'l2' },
          fieldDifferences: [
            { field: 'materialName', oldValue: '"Twill"' },
            { field: 'grossConsumption', oldValue: '1.5', newValue: '2' },
          ],
        },
      ],
    });
    const { json } = await send('/b1/versions/1/compare/v2');
    expect(lastCall()?.request).toEqual({ id: 'b1', versionA: '1', versionB: 'v2' });
    expect(json.lineItemDiffs).toMatchObject([
      {
        materialId: null,
        oldValues: { lineItemId: 'l1', nativeCurrency: null },
        fieldDifferences: [
          { field: 'materialName', oldValue: 'Twill', newValue: null },
          { field: 'grossConsumption', oldValue: 1.5, newValue: 2 },
        ],
      },
    ]);
  });
});

describe('exchange rates', () => {
  const put = (body: object) => gateway.send('/api/v1/exchange-rates', { method: 'PUT', as: 'staff', body });

  test('are put and shown as decimal text', async () => {
    answer('putExchangeRates', reply({ rates: { EUR: '1.08' }, updatedAt: NOW }));
    const { json, headers } = await put({ rates: { EUR: '1.08' }, updatedAt: NOW });
    expect(json).toEqual({ rates: { EUR: '1.08' }, updatedAt: NOW });
    expect(headers.etag).toMatch(/^"7-/);
    expect(lastCall()?.request).toEqual({ rates: { EUR: '1.08' } });
  });

  test.each([
    [{ rates: { EUR: 1.08 } }, 'string_type', ['body', 'rates', 'EUR']],
    [{ rates: { EUR: '0.00' } }, 'string_pattern_mismatch', ['body', 'rates', 'EUR']],
    [{ rates: { EUR: '-1' } }, 'string_pattern_mismatch', ['body', 'rates', 'EUR']],
    [{ rates: { EURO: '1' } }, 'value_error', ['body', 'rates', 'EURO']],
    [{ rates: { USD: '1' } }, 'value_error', ['body', 'rates', 'USD']],
    [{}, 'missing', ['body', 'rates']],
  ])('%j is refused as %s', async (body, type, loc) => {
    const { status, json } = await put(body);
    expect([status, json.detail]).toMatchObject([422, [{ type, loc }]]);
  });
});

test('the lines of a version are read as the list that replaces them, or as CSV', async () => {
  answer('getBomVersion', reply({ ...whole(1), lineItems: [{ ...line, description: '=1+1' }] }));
  const lines = '/b1/versions/1/line-items';
  const { json, headers } = await send(lines);
  expect(json).toMatchObject({ lineItems: [{ id: 'l1', description: '=1+1', grossConsumption: null }] });
  expect(headers.etag).toMatch(/^"7-/);
  const exported = await send(`${lines}?format=csv`);
  expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(exported.text).toMatch(
    /^\ufeff?id,billOfMaterialVersionId,grossConsumption,.*\nl1,v1,,.*,\[\],,,,Fabric,'=1\+1,m\n$/,
  );
});
