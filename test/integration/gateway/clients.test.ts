import { afterAll, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { startGateway } from './harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const PATH = '/api/v1/clients';
const CLIENT = { name: 'Acme', country: 'Portugal', maxAccountValue: '1000.50', currency: 'EUR' };
const create = (body: object = CLIENT, headers = {}) =>
  gateway.send(PATH, { method: 'POST', as: 'staff', body, headers });
const lastCall = () => gateway.services.calls.at(-1);

describe('creating', () => {
  test('answers 200 with the whole record, nulls included, and says where it is', async () => {
    const { status, json, headers } = await create({
      ...CLIENT,
      taxId: null,
      contacts: [{ email: 'a@b.c', phoneNumber: null }],
    });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      maxAccountValue: 1000.5,
      priceCategory: null,
      taxId: null,
      ordersCount: 0,
      status: 'active',
    });
    expect(json.contacts).toEqual([{ contactName: null, email: 'a@b.c', phoneNumber: null, countryCode: null }]);
    expect(headers.location).toBe(`${PATH}/${json.id}`);
    expect(headers['x-event-id']).toBe(`evt_${json.id}_1`);
    expect(headers.etag).toMatch(/^"1-[\w-]{16}"$/);
    expect(lastCall()?.request).toEqual({
      client: { ...CLIENT, maxAccountValue: 1000.5, contacts: [{ email: 'a@b.c' }] },
    });
  });

  test('hands the idempotency key on with a fingerprint of the body', async () => {
    await create(CLIENT, { 'idempotency-key': 'k 1' });
    const first = lastCall()?.options.context.idempotency;
    await create({ ...CLIENT, name: 'Other' }, { 'idempotency-key': 'k 1' });
    const second = lastCall()?.options.context.idempotency;
    expect(first).toMatchObject({ key: 'k 1', operation: 'POST /api/v1/clients' });
    expect(second?.fingerprint).not.toBe(first?.fingerprint);
  });

  test('says when an answer was given before', async () => {
    const reply = { record: { id: '7', name: 'Acme', contacts: [] }, revision: 1, eventId: 'evt_7', replayed: true };
    gateway.services.answers.set('createClient', async () => reply);
    const { headers } = await create();
    gateway.services.answers.clear();
    expect(headers['idempotency-replayed']).toBe('true');
  });

  test.each(['', 'x'.repeat(256), 'caf\u00e9'])('refuses the idempotency key %j', async (key) => {
    const { status, json } = await create(CLIENT, { 'idempotency-key': key });
    expect(status).toBe(422);
    expect(json.detail).toMatchObject([{ loc: ['header', 'idempotency-key'] }]);
  });
});

describe('reading', () => {
  test('If-None-Match spares what is known', async () => {
    const { json, headers } = await create();
    const read = await gateway.send(`${PATH}/${json.id}`, {
      as: 'client',
      headers: { 'if-none-match': headers.etag ?? '' },
    });
    expect([read.status, read.text, read.headers.etag]).toEqual([304, '', headers.etag]);
  });

  test('HEAD answers like GET without a body', async () => {
    const { json, text } = await create();
    const head = await gateway.send(`${PATH}/${json.id}`, { method: 'HEAD', as: 'client' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(text.length)]);
  });

  test('a page says where it is, and which parameters it has ignored', async () => {
    for (let n = 0; n < 3; n++) await create();
    const { json, headers } = await gateway.send(
      `${PATH}?limit=2&page=2&sort=-created_at&search=ac&updated_since=2026-01-01&x=1`,
      { as: 'client' },
    );
    expect(json.pagination).toMatchObject({ page: 2, limit: 2, hasPrev: true });
    expect(headers['x-ignored-parameters']).toBe('x');
    expect(lastCall()?.request).toEqual({
      query: { page: 2, limit: 2, sort: '-createdAt', search: 'ac', updatedSince: '2026-01-01T00:00:00.000Z' },
    });
  });

  test.each([
    ['page=0', 'page', 'greater_than_equal'],
    ['limit=101', 'limit', 'less_than_equal'],
    ['limit=x', 'limit', 'int_parsing'],
    ['sort=taxId', 'sort', 'value_error'],
    ['status=gone', 'status', 'enum'],
    ['page=99999999999', 'page', 'less_than_equal'],
    ['search=%00', 'search', 'string_pattern_mismatch'],
    ['updated_since=x', 'updated_since', 'datetime_parsing'],
    ['updated_since=2023-02-29', 'updated_since', 'datetime_parsing'],
    ['updated_since=2024-02-30T10:00:00Z', 'updated_since', 'datetime_parsing'],
    ['page=99999999999999999999', 'page', 'less_than_equal'],
  ])('refuses ?%s', async (query, field, type) => {
    const { status, json, headers } = await gateway.send(`${PATH}?x=1&${query}`, { as: 'client' });
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['query', field], type }]]);
    expect(headers['x-ignored-parameters']).toBe('x');
  });

  test('an unknown sort names the fields as they are spelt by default', async () => {
    const { json } = await gateway.send(`${PATH}?sort=taxId`, { as: 'client' });
    expect(json.detail).toMatchObject([{ msg: expect.stringContaining('created_at, name') }]);
  });
});

describe('changing', () => {
  test('If-Match compares the revision', async () => {
    const { json } = await create();
    const sent = {
      method: 'PATCH',
      as: 'staff',
      body: { taxId: 'x' },
      headers: { 'if-match': '"1-anything"' },
    } as const;
    expect((await gateway.send(`${PATH}/${json.id}`, sent)).status).toBe(200);
    expect((await gateway.send(`${PATH}/${json.id}`, sent)).json).toMatchObject({ code: 'version_mismatch' });
  });

  test('deleting answers the delete result', async () => {
    const { json } = await create();
    const gone = await gateway.send(`${PATH}/${json.id}`, { method: 'DELETE', as: 'staff' });
    expect(gone.json).toEqual({ success: true, message: 'Client deleted', deletedId: json.id });
    expect(gone.headers['x-event-id']).toBe('evt_d');
  });
});

describe('CSV', () => {
  const importFile = (resource: string, body: string) => {
    const headers = { 'content-type': 'text/csv' };
    return gateway.send(`/api/v1/${resource}/import`, { method: 'POST', as: 'staff', body, headers });
  };

  test.each([
    [
      'name,country,maxAccountValue,currency\nA,B,1,EUR\nC,D,x,ZZZ\n',
      ['body', '3', 'maxAccountValue'],
      'float_parsing',
    ],
    ['name,nmae\nA,B\n', ['body', '1', 'nmae'], 'extra_forbidden'],
    ['name\n"A\n', ['body'], 'value_error'],
    ['name\n', ['body'], 'value_error'],
    ['', ['body'], 'value_error'],
    ['name,contacts\nA,[}\n', ['body', '2'], 'missing'],
  ])('refuses the file %j', async (body, loc, type) => {
    const { status, json } = await importFile('clients', body);
    expect(status).toBe(422);
    const [issue] = json.detail as { loc: string[]; type: string }[];
    expect([issue?.loc.slice(0, loc.length), issue?.type]).toEqual([loc, type]);
  });

  test('a column called __proto__ is refused, and loses nothing quietly', async () => {
    const { status, json } = await importFile('materials', 'name,__proto__\nTwill,x\n');
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', '1', '__proto__'], type: 'extra_forbidden' }]]);
  });

  test('what the service finds wrong in a file is named by its line', async () => {
    const at = ['body', 'materials', '1', 'supplierId'];
    const issue = { loc: at, msg: 'Value error, none', type: 'value_error', input: 's' };
    gateway.services.answers.set('importMaterials', async () => {
      throw new AppError('validation_failed', 'Validation failed', { issues: [issue] });
    });
    const { status, json } = await importFile('materials', 'name,supplierId\nTwill,\n\n"two\nlines",s\n');
    gateway.services.answers.clear();
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', '5', 'supplierId'], type: 'value_error' }]]);
  });
});
