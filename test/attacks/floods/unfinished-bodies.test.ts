import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { NeedsTurn, notFound } from '#chassis/domain/errors.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { BodyMemory } from '../../../gateway/http/request-body.ts';
import { makeToken, type RunningGateway, startGateway } from '../../integration/gateway/harness.ts';
import { eventually } from '../../support/eventually.ts';

const IMPORT = '/api/v1/suppliers/import';
const WHOLE = 8 * 1024 * 1024;
/** Milliseconds for which a body may wait for memory. Long enough for a busy machine to send eight bodies. */
const MAX_WAIT_MS = 2_000;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway({}, { bodies: new BodyMemory({ waitLimit: MAX_WAIT_MS }) });
});
afterAll(() => gateway.close());

const open = new Set<ClientRequest>();
afterEach(() => {
  for (const request of open) request.destroy();
  open.clear();
});

/** Sends an import without its last byte, or only the head. Resolves with the answer. */
function unfinished(
  token: string,
  { bytes = WHOLE - 1, path = IMPORT, announced = true, url = gateway.url } = {},
): Promise<IncomingMessage> {
  const length = announced ? { 'content-length': String(WHOLE) } : { 'transfer-encoding': 'chunked' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv', ...length };
  const options = { method: 'POST', headers, rejectUnauthorized: false, agent: false } as const;
  const request = httpsRequest(`${url}${path}`, options);
  open.add(request);
  request.on('error', () => undefined);
  request.flushHeaders();
  if (bytes > 0) request.write(Buffer.alloc(bytes, 'x'));
  return once(request, 'response').then(([response]) => response);
}

/** Imports this many suppliers into an org. Returns the status. */
async function importInto(org: string, lines: number, at = gateway): Promise<number> {
  const headers = { authorization: `Bearer ${await inOrg(org)}`, 'content-type': 'text/csv' };
  const body = `name,country\n${`Mill,${'x'.repeat(250)}\n`.repeat(lines)}`;
  return (await at.send(IMPORT, { method: 'POST', headers, body })).status;
}

const inOrg = (id: string) => makeToken({ org_id: id, orgs: [{ id, name: id, role: 'staff' }] });

test.each([
  [403, makeToken({ role: 'client' }), {}],
  [403, makeToken({ role: 'client' }), { announced: false }],
  [401, Promise.resolve('x.y.z'), {}],
  [415, makeToken(), { path: '/api/v1/suppliers/1/archive', announced: false }],
  [405, makeToken(), { path: '/api/v1/meta' }],
  [404, makeToken(), { path: '/api/v1/nothing' }],
])('%i before a body is read', async (status, token, how) => {
  expect((await unfinished(await token, { bytes: 0, ...how })).statusCode).toBe(status);
});

test('an org that sends more than its share is told to come back; others are served meanwhile', async () => {
  const token = await inOrg('org-1');
  const answers = Array.from({ length: 20 }, () => unfinished(token));
  const refused = await Promise.any(answers);
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['retry-after']).toMatch(/^\d+$/);

  const small = await gateway.send('/api/v1/suppliers', { method: 'POST', as: 'staff', body: { name: 'Mill' } });
  expect(small.status).toBe(200);
  expect(await importInto('org-2', 2_000)).toBe(200);
});

test('two orgs that send slowly hold up no third: it gets the memory of a body that does not come', async () => {
  const slow = await startGateway({}, { bodies: new BodyMemory({ waitLimit: 30_000, arrival: 500 }) });
  const [one, two] = await Promise.all(['org-8', 'org-9'].map(inOrg));
  const slowly = [one, one, one, two, two, two].map((token = '') => unfinished(token, { bytes: 0, url: slow.url }));
  const answered = Promise.any(slowly);
  const begun = performance.now();
  expect(await importInto('org-10', 2_000, slow)).toBe(200);
  // Not after the ten seconds after which the memory of an unfinished body is freed in any case.
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect((await answered).statusCode).toBe(503);
  await slow.close();
}, 20_000);

test('what was held for a body that never came is given back', async () => {
  const token = await inOrg('org-4');
  const late = await Promise.all([unfinished(token), unfinished(token)]);
  expect(late.map(({ statusCode }) => statusCode)).toEqual([408, 408]);
  expect(await importInto('org-4', 1)).toBe(200);
}, 20_000);

test('what was held for who went away is given back', async () => {
  const token = await inOrg('org-3');
  for (let round = 0; round < 3; round++) {
    const answers = [unfinished(token, { bytes: 0 }), unfinished(token, { bytes: 0 })];
    for (const answer of answers) answer.catch(() => undefined);
    for (const request of open) await new Promise((resolve) => request.on('close', resolve).destroy());
    open.clear();
  }
  expect(await importInto('org-3', 1_000)).toBe(200);
});

test('short bodies that say no length hold no more than they are, while a service does not answer', async () => {
  const { promise, reject } = Promise.withResolvers();
  gateway.services.answers.set('createOrder', () => promise);
  const headers = { authorization: `Bearer ${await inOrg('org-11')}`, 'content-type': 'application/json' };
  const chunked = (path: string, body: object): Promise<IncomingMessage> => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'transfer-encoding': 'chunked' },
      rejectUnauthorized: false,
    };
    const request = httpsRequest(`${gateway.url}${path}`, { ...options, agent: false });
    open.add(request);
    request.end(JSON.stringify(body));
    return once(request, 'response').then(([response]) => response);
  };
  // If each body took its maximum size, 30 orders would need far more memory than the share of the org.
  const lines = [{ description: 'Shirt', qty: 1, unitPrice: 1 }];
  const orders = Array.from({ length: 30 }, () => chunked('/api/v1/orders', { clientId: 'c1', lineItems: lines }));
  await eventually(() => gateway.services.calls.filter(({ name }) => name === 'createOrder').length === 30);
  expect((await chunked('/api/v1/suppliers', { name: 'Mill' })).statusCode).toBe(200);
  reject(notFound('Client'));
  expect(new Set((await Promise.all(orders)).map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
});

test('bodies without a credential, from however many addresses, leave memory to those with one', async () => {
  const memory = new BodyMemory({ waitLimit: MAX_WAIT_MS });
  for (let network = 0; network < 2_000; network++) {
    void memory.reserve({ network: `2001:db8:0:${network.toString(16)}::/64` }, 16 * 1024).catch(() => undefined);
  }
  const held = await memory.reserve({ org: 'org-1' }, 16 * 1024);
  held.release();
});

test('lists that are small on the wire and large in memory are few at once', async () => {
  const { promise, reject } = Promise.withResolvers();
  const isInTurn = ({ options }: { options: CallOptions }) => !options.context.outOfTurn;
  gateway.services.answers.set('replaceBomLineItems', async () => {
    const last = gateway.services.calls.at(-1);
    if (last && !isInTurn(last)) throw new NeedsTurn();
    return promise;
  });
  const body = '[{}]';
  const tokens = await Promise.all(['org-5', 'org-6', 'org-7'].map(inOrg));
  const sending = tokens.flatMap((token) =>
    Array.from({ length: 8 }, () => {
      const headers = { authorization: `Bearer ${token}` };
      return gateway.send('/api/v1/bom/1/versions/1/line-items', { method: 'PUT', headers, body });
    }),
  );
  expect((await Promise.any(sending)).status).toBe(503);
  const replacing = gateway.services.calls.filter(({ name }) => name === 'replaceBomLineItems');
  expect(replacing.filter(isInTurn)).toHaveLength(3);
  reject(notFound('BOM version'));
  await Promise.all(sending);
});
