import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect as connectSocket } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import type { Call, CallContext, Role } from '#chassis/rpc/context.ts';
import { type UnaryOptions, unary } from '#chassis/rpc/endpoint.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import { currentTraceparent, isTracing, startTracing } from '#chassis/runtime/tracing.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { errorCodes } from '#proto/common/v1/errors.contract.ts';
import { eventually } from '../../support/eventually.ts';
import {
  aReply,
  type ClientService,
  certificatesOf,
  channelTo,
  clientService,
  connectTo,
  newClient,
  serve,
  staff,
} from '../../support/grpc.ts';

const certificates = await certificatesOf('gateway', 'product', 'finance', 'identity');
const open: { server: RunningServer; client: { close(): void } }[] = [];

afterAll(async () => {
  for (const { client, server } of open) {
    client.close();
    await server.drain();
  }
});

/** Starts a server whose GetClient is `answer`, and a client with the certificate of `source`. */
async function pair(
  answer: (id: string, call: Call) => Promise<typeof aReply>,
  { source = 'gateway', ...options }: UnaryOptions & { source?: keyof typeof certificates } = {},
): Promise<ClientService> {
  const GetClient = unary(RecordRequest, ({ id }, call) => answer(id, call), options);
  const server = await serve(certificates.product, clientService({ GetClient }));
  return clientOf(server, certificates[source]);
}

/** A client of the server. */
function clientOf(server: RunningServer, tls = certificates.gateway): ClientService {
  const client = connectTo(server.port, tls);
  open.push({ server, client });
  return client;
}

const as = (role: Role): CallContext => ({ requestId: 'r', principal: { kind: 'user', id: 'u', orgId: 'o', role } });
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: AppError) => error.code,
  );

describe('a message', () => {
  test('arrives as it was sent, nulls being absent', async () => {
    const client = await pair(async () => aReply);
    const reply = await client.getClient({ id: 'c1' }, { context: staff });
    const { priceCategory: _, billingAddress: __, taxId: ___, ...present } = aReply.record;
    expect(reply).toEqual({ ...aReply, record: present });
  });

  test('that the contract refuses is a validation_failed at its place, without the value', async () => {
    const client = await pair(async () => aReply);
    const request = { client: { ...newClient.client, currency: 'secret' } };
    await expect(client.createClient(request, { context: staff })).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ loc: ['body', 'client', 'currency'], type: 'value_error' }],
    });
    const error = await client.createClient(request, { context: staff }).catch((refusal: AppError) => refusal);
    expect(JSON.stringify((error as AppError).issues)).not.toContain('secret');
  });
});

describe('a call carries', () => {
  test('its context, with whatever characters', async () => {
    const idempotency = { key: 'k "\\', operation: 'POST /api/v1/clients', fingerprint: 'ä€𝄞' };
    const context: CallContext = { ...staff, address: '::1', idempotency };
    let seen: CallContext | undefined;
    const client = await pair(async (_, call) => {
      seen = call.context;
      return aReply;
    });
    await client.getClient({ id: 'c1' }, { context });
    expect(seen).toEqual(context);
  });

  test('its trace', async () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    let seen: string | undefined;
    const client = await pair(async (_, call) => {
      seen = call.traceparent;
      return aReply;
    });
    await client.getClient({ id: 'c1' }, { context: staff, traceparent });
    expect(seen).toBe(traceparent);
  });

  test('its trace, with a span for each side when tracing is on', async () => {
    const collector = createServer((_, response) => response.end()).listen(0, '127.0.0.1');
    await eventually(() => collector.listening);
    const stop = startTracing('product', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`);
    await eventually(isTracing);
    const seen: (string | undefined)[] = [];
    const client = await pair(async (_, call) => {
      seen.push(call.traceparent, currentTraceparent());
      return aReply;
    });
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await client.getClient({ id: 'c1' }, { context: staff, traceparent });
    await stop();
    collector.close();
    expect(seen[0]).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/);
    expect(seen[1]).toBe(seen[0]);
  });

  test('its deadline, which is never later than the limit of its kind', async () => {
    const seen: { deadline: number; left: number }[] = [];
    const client = await pair(async (_, call) => {
      seen.push({ deadline: call.deadline, left: call.deadline - Date.now() });
      return aReply;
    });
    const begun = Date.now();
    await client.getClient({ id: 'c1' }, { context: staff, deadline: begun + 700 });
    await client.getClient({ id: 'c1' }, { context: staff, deadline: begun + 60_000 });
    const [near, far] = seen;
    expect(near?.left).toBeLessThanOrEqual(710);
    // A twentieth of the time is left for the reply, independent of the time that the request took.
    expect(near?.deadline).toBeGreaterThan(begun + 650);
    expect(far?.left).toBeLessThanOrEqual(3_010);
    expect(far?.deadline).toBeGreaterThan(begun + 2_800);
  });

  test('its end: the signal aborts when the deadline is over, and the caller gets deadline_exceeded', async () => {
    let aborted: Promise<void> | undefined;
    const client = await pair((_, { signal }) => {
      aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      return new Promise(() => {});
    });
    const call = client.getClient({ id: 'c1' }, { context: staff, deadline: Date.now() + 150 });
    await expect(call).rejects.toMatchObject({ code: 'deadline_exceeded' });
    await aborted;
  });
});

describe('a caller', () => {
  const outcomeOf = async (context: CallContext, options: Parameters<typeof pair>[1] = {}) =>
    codeOf((await pair(async () => aReply, options)).getClient({ id: 'c1' }, { context }));

  test('is needed, unless the rpc is for anyone', async () => {
    const nobody = { requestId: 'r' };
    expect(await outcomeOf(nobody)).toBe('not_authenticated');
    expect(await outcomeOf(nobody, { anonymous: true })).toBe('ok');
  });

  test.each<[Role, Role, string]>([
    ['client', 'client', 'ok'],
    ['client', 'staff', 'insufficient_permissions'],
    ['staff', 'admin', 'insufficient_permissions'],
    ['admin', 'staff', 'ok'],
  ])('of the role %s at an rpc for %s: %s', async (role, minimum, expected) => {
    expect(await outcomeOf(as(role), { role: minimum })).toBe(expected);
  });

  const key = (...scopes: string[]): CallContext => ({
    requestId: 'r',
    principal: { kind: 'key', id: 'k', orgId: 'o', role: 'staff', scopes },
  });

  test.each<[string, UnaryOptions, string[], string]>([
    ['without a scope of its own', {}, ['*:*'], 'insufficient_permissions'],
    ['that it has the scope for', { scope: 'read:clients' }, ['read:*'], 'ok'],
    ['that it has another scope for', { scope: 'read:clients' }, ['read:bom'], 'insufficient_permissions'],
    ['for every key', { keys: 'any' }, [], 'ok'],
  ])('that is an API key, at an rpc %s', async (_, options, scopes, expected) => {
    expect(await outcomeOf(key(...scopes), options)).toBe(expected);
  });

  test('that is an API key needs no scope for what a service reads for it', async () => {
    const options = { scope: 'read:clients', peers: ['finance'], source: 'finance' } as const;
    expect(await outcomeOf(key('create:orders'), options)).toBe('ok');
  });

  test('is refused before its request is looked at', async () => {
    const client = await pair(async () => aReply, { role: 'admin' });
    const call = client.getClient({ id: 'x'.repeat(300) }, { context: as('staff') });
    expect(await codeOf(call)).toBe('insufficient_permissions');
  });

  test('is believed from a service only at the rpcs that list it', async () => {
    const listed = await pair(async () => aReply, { peers: ['finance'], source: 'finance' });
    expect(await codeOf(listed.getClient({ id: 'c1' }, { context: as('admin') }))).toBe('ok');
    expect(await codeOf(listed.createClient(newClient, { context: as('admin') }))).toBe('insufficient_permissions');
    const other = await outcomeOf(as('admin'), { peers: ['finance'], source: 'identity' });
    expect(other).toBe('insufficient_permissions');
  });
});

describe('a certificate', () => {
  test('of another service is not taken for the one that was called', async () => {
    const server = await serve(certificates.identity, clientService());
    const client = clientOf(server);
    const call = client.getClient({ id: 'c1' }, { context: staff, deadline: Date.now() + 500 });
    await expect(call).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: expect.stringContaining('product'),
    });
  });
});

describe('an error', () => {
  const issue: fc.Arbitrary<FieldIssue> = fc.record(
    {
      loc: fc.array(fc.string({ unit: 'grapheme' })),
      msg: fc.string({ unit: 'grapheme' }),
      type: fc.string(),
      input: fc.jsonValue(),
      ctx: fc.dictionary(fc.string(), fc.jsonValue()),
    },
    { requiredKeys: ['loc', 'msg', 'type'] },
  );
  const options = fc.record(
    { issues: fc.array(issue, { maxLength: 5 }), retryAfter: fc.integer({ min: 0, max: 86_400 }) },
    { requiredKeys: [] },
  );

  test('crosses unchanged', async () => {
    let thrown: AppError;
    const client = await pair(async () => {
      throw thrown;
    });
    const codes = fc.constantFrom(...errorCodes);
    const crosses = fc.asyncProperty(codes, fc.string({ unit: 'grapheme' }), options, async (code, message, rest) => {
      // JSON and requests cannot contain undefined, -0 and a __proto__ key.
      thrown = new AppError(code, message, JSON.parse(JSON.stringify(rest)));
      const arrived = await client.getClient({ id: 'c1' }, { context: staff }).catch((error) => error);
      expect(arrived).toBeInstanceOf(AppError);
      const { code: c, message: m, issues, retryAfter } = arrived;
      expect({ c, m, issues, retryAfter }).toEqual({
        c: code,
        // The client adds the name of the service to an outage.
        m: code === 'upstream_unavailable' ? `Service product is unavailable: ${message}` : message,
        issues: thrown.issues,
        retryAfter: thrown.retryAfter,
      });
    });
    await fc.assert(crosses, { numRuns: 300 });
  });

  test('that is none of ours says nothing of itself', async () => {
    const client = await pair(async () => {
      throw new Error('mongodb://user:password@host');
    });
    const error = await client.getClient({ id: 'c1' }, { context: staff }).catch((refusal) => refusal);
    expect(error).toMatchObject({ code: 'internal_error', message: 'Internal error' });
    expect(JSON.stringify({ ...error.cause, metadata: error.cause.metadata.toJSON() })).not.toContain('password');
  });

  test('is internal when the reply cannot be written', async () => {
    const client = await pair(async () => ({ ...aReply, record: 'text' }) as never);
    expect(await codeOf(client.getClient({ id: 'c1' }, { context: staff }))).toBe('internal_error');
  });

  test('with very many issues still arrives, cut short', async () => {
    const issues = Array.from({ length: 5_000 }, (_, n) => ({
      loc: ['body', String(n)],
      msg: 'wrong',
      type: 'value_error',
      input: 'x'.repeat(50),
    }));
    const client = await pair(async () => {
      throw new AppError('validation_failed', 'Validation failed', { issues });
    });
    const error = await client.getClient({ id: 'c1' }, { context: staff }).catch((refusal) => refusal);
    expect(error.code).toBe('validation_failed');
    expect(error.issues.length).toBeGreaterThan(50);
    expect(error.issues[0]).toEqual({ loc: ['body', '0'], msg: 'wrong', type: 'value_error' });
  });
});

describe('VersionService', () => {
  const getVersion = async (source: 'gateway' | 'finance', peer: string) => {
    const server = await serve(certificates.product, clientService());
    const channel = channelTo(peer, server.port, certificates[source], source);
    const client = { ...connect('common', 'VersionService', channel), close: () => channel.close() };
    open.push({ server, client });
    return client.getVersion({}, { context: { requestId: 'r' }, deadline: Date.now() + 5_000 });
  };

  test('says what the process runs, whoever the caller is', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await getVersion('gateway', 'product')).toEqual({ service: 'product', version });
  });

  test('tells the gateway alone', async () => {
    await expect(getVersion('finance', 'product')).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });
});

test('a connection that says nothing is closed, and one that is used stays', async () => {
  const server = await serve(certificates.product, clientService(), { handshakeTimeout: 200 });
  const client = clientOf(server);
  await client.getClient({ id: 'c1' }, { context: staff });
  const silent = connectSocket(server.port, '127.0.0.1').resume();
  await once(silent, 'close');
  expect(await client.getClient({ id: 'c1' }, { context: staff })).toMatchObject({ record: { id: 'c1' } });
});

test('a list of 10 MB passes', async () => {
  const data = Array.from({ length: 1_000 }, () => ({ ...aReply.record, billingAddress: 'x'.repeat(10_000) }));
  const { client: contract } = await import('#proto/product/v1/contract.ts');
  const server = await serve(
    certificates.product,
    clientService({ ListClients: unary(contract.requests.list, async () => ({ data, total: data.length })) }),
  );
  const client = clientOf(server);
  const page = await client.listClients(
    { query: { page: 1, limit: 1000, sort: 'createdAt' } },
    { context: staff, deadline: Date.now() + 20_000 },
  );
  expect(page.data).toHaveLength(1_000);
});
