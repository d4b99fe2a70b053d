import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { type RunningGateway, startGateway } from './harness.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const PATH = '/api/v1/materials';
const TWILL = { name: 'Twill', type: 'fabric', unit: 'm' };
const create = (body: object) => gateway.send(PATH, { method: 'POST', as: 'staff', body });
const lastCall = () => gateway.services.calls.at(-1);

describe('fields of the caller', () => {
  const free = { finish: 'matt', care: { wash: [30, null] }, constructor: 'x', freeFields: 1 };

  test('travel as one text and come back beside the typed ones', async () => {
    const { status, json, headers } = await create({
      ...TWILL,
      ...free,
      widthCm: '150.5',
      supplierName: 'x',
      unit: null,
    });
    expect(status).toBe(200);
    expect(lastCall()?.request).toEqual({
      material: { name: 'Twill', type: 'fabric', widthCm: 150.5, freeFields: JSON.stringify(free) },
    });
    expect(json).toMatchObject({ ...free, name: 'Twill', unit: null, supplierId: null, supplierName: null, skus: [] });
    expect(headers.location).toBe(`${PATH}/${json.id}`);
  });

  test('let a record that was read be sent back', async () => {
    const { json } = await create({ ...TWILL, ...free });
    const { status } = await gateway.send(`${PATH}/${json.id}`, { method: 'PATCH', as: 'staff', body: json });
    expect(status).toBe(200);
    const fields = lastCall()?.request.fields as string[];
    expect(fields).toEqual(expect.arrayContaining(['name', 'finish', 'care', 'constructor', 'freeFields']));
    for (const own of ['id', 'documentId', 'supplierName', 'status', 'createdAt', 'updatedAt']) {
      expect(fields).not.toContain(own);
    }
  });

  test.each([
    [{ $where: 'sleep(1)' }, ['body', '$where']],
    [{ price: { $gt: 0 } }, ['body', 'price', '$gt']],
    [{ 'a.b': 1 }, ['body', 'a.b']],
    [{ name: { $ne: null } }, ['body', 'name']],
    [{ supplierId: { $ne: null } }, ['body', 'supplierId']],
    [{ skus: [{ id: 's', other: 1 }] }, ['body', 'skus', '0', 'other']],
    [{ a: 'x'.repeat(66_000) }, ['body']],
  ])('are refused where they could do harm (%#)', async (body, loc) => {
    const { status, json } = await create({ ...TWILL, ...body });
    expect([status, json.detail]).toMatchObject([422, [{ loc }]]);
  });

  test('called __proto__ are refused', async () => {
    const body = '{"name":"x","a":{"__proto__":{"admin":true}}}';
    const headers = { 'content-type': 'application/json' };
    expect((await gateway.send(PATH, { method: 'POST', as: 'staff', body, headers })).status).toBe(422);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });
});

test('an export can be imported again, the fields of the caller included', async () => {
  await create({ ...TWILL, name: 'Own "fields"', grade: 3, tags: ['a', 'b'] });
  const exported = await gateway.send(`${PATH}?format=csv`, { as: 'staff' });
  expect(exported.text.split('\n')[0]).toMatch(/^\ufeff?id,documentId,name,.*,updatedAt,freeFields$/);
  const headers = { 'content-type': 'text/csv' };
  const { json } = await gateway.send(`${PATH}/import`, { method: 'POST', as: 'staff', body: exported.text, headers });
  const sent = lastCall()?.request.materials as { freeFields?: string }[];
  expect(json).toEqual({ created: sent.length });
  expect(sent.at(-1)).toMatchObject({ name: 'Own "fields"', freeFields: '{"grade":3,"tags":["a","b"]}' });
});

test.each(['suppliers', 'materials', 'clients'])('the empty export of %s can be imported again', async (resource) => {
  gateway.services.answers.set(`list${resource[0]?.toUpperCase()}${resource.slice(1)}`, async () => ({
    data: [],
    total: 0,
  }));
  const exported = await gateway.send(`/api/v1/${resource}?format=csv`, { as: 'staff' });
  gateway.services.answers.clear();
  const headers = { 'content-type': 'text/csv' };
  const path = `/api/v1/${resource}/import`;
  const imported = await gateway.send(path, { method: 'POST', as: 'staff', body: exported.text, headers });
  expect([imported.status, imported.json]).toEqual([200, { created: 0 }]);
});

test('a column called __proto__ is refused, and loses nothing quietly', async () => {
  const sent = { method: 'POST', as: 'staff', headers: { 'content-type': 'text/csv' } } as const;
  const { status, json } = await gateway.send(`${PATH}/import`, { ...sent, body: 'name,__proto__\nTwill,x\n' });
  expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', '1', '__proto__'], type: 'extra_forbidden' }]]);
});

test('what the service finds wrong in a file is named by its line', async () => {
  const issue = {
    loc: ['body', 'materials', '1', 'supplierId'],
    msg: 'Value error, none',
    type: 'value_error',
    input: 's',
  };
  gateway.services.answers.set('importMaterials', async () => {
    throw new AppError('validation_failed', 'Validation failed', { issues: [issue] });
  });
  const body = 'name,supplierId\nTwill,\n\n"two\nlines",s\n';
  const headers = { 'content-type': 'text/csv' };
  const { status, json } = await gateway.send(`${PATH}/import`, { method: 'POST', as: 'staff', body, headers });
  gateway.services.answers.clear();
  expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', '5', 'supplierId'], type: 'value_error' }]]);
});

test('filters are handed on', async () => {
  await gateway.send(`${PATH}?type=fabric&supplierId=s1&status=active&sort=name`, { as: 'staff' });
  expect(lastCall()?.request).toMatchObject({
    type: 'fabric',
    supplierId: 's1',
    status: 'active',
    query: { sort: 'name' },
  });
});

test.each(['suppliers', 'materials'])('%s are for staff', async (resource) => {
  const path = `/api/v1/${resource}`;
  expect((await gateway.send(path, { as: 'client' })).status).toBe(403);
  expect((await gateway.send(path, { method: 'POST', as: 'client', body: TWILL })).status).toBe(403);
});
