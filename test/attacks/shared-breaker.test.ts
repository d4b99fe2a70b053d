import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { AppError, serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Call, CallContext } from '#chassis/rpc/context.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import type { CertificateFiles } from '../../deploy/local/certificates/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { aReply, type ClientService, certificatesOf, clientService, connectTo, serve } from '../support/grpc.ts';

let certificates: Record<'gateway' | 'product', CertificateFiles>;
let server: RunningServer;
let client: ClientService;

beforeAll(async () => {
  certificates = await certificatesOf('gateway', 'product');
});
afterEach(async () => {
  client.close();
  await server.drain();
});

const memberOf = (orgId: string): CallContext => ({
  requestId: 'req-1',
  principal: { kind: 'user', id: 'u', orgId, role: 'staff' },
});
const [mallory, alice] = [memberOf('mallory'), memberOf('alice')];

/**
 * Starts product. Requests of the hostile org get `answer`; requests of other orgs succeed. `isServing`: the health
 * that it reports.
 */
async function startProduct(answer: (call: Call) => Promise<typeof aReply>, isServing = true): Promise<void> {
  const reply = async (call: Call) => (call.principal.orgId === 'mallory' ? answer(call) : aReply);
  const get = unary(RecordRequest, (_, call) => reply(call));
  server = await serve(certificates.product, clientService({ GetClient: get, ArchiveClient: get }));
  server.setServing(isServing);
  client = connectTo(server.port, certificates.gateway);
  await client.getClient({ id: 'c1' }, { context: alice });
}

type Rpc = 'getClient' | 'archiveClient';
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: AppError) => error.code,
  );
const call = (rpc: Rpc, context: CallContext, timeout = 2_000) =>
  codeOf(client[rpc]({ id: 'c1' }, { context, deadline: Date.now() + timeout }));
const flood = (rpc: Rpc, timeout?: number) =>
  Promise.all(Array.from({ length: 30 }, () => call(rpc, mallory, timeout)));

const hang = () => new Promise<never>(() => {});
const fail = (error: Error) => async () => {
  throw error;
};

test.each<[string, () => Promise<never>, number]>([
  ['a record that nobody can read', fail(new Error('poisoned')), 2_000],
  ['a query that never ends', hang, 200],
  ['a record whose peer is down', fail(serviceUnavailable('finance', undefined)), 2_000],
])('%s in one org keeps no call of another from the service', async (_, answer, timeout) => {
  await startProduct(answer);
  for (const rpc of ['getClient', 'archiveClient'] as const) {
    expect(new Set(await flood(rpc, timeout))).not.toContain('ok');
    // The breaker counts a call after the call has ended.
    for (let n = 0; n < 20; n++) expect(await call(rpc, alice)).toBe('ok');
  }
});

test.each([
  ['calls that nobody answers', hang, 200],
  ['calls refused for want of a database', fail(new AppError('upstream_unavailable', 'No database')), 2_000],
])('%s count where the service says that it does not serve', async (_, answer, timeout) => {
  await startProduct(answer, false);
  await flood('archiveClient', timeout);
  await eventually(async () => (await call('archiveClient', alice)) === 'upstream_unavailable');
});
