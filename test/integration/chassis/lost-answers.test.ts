import { afterEach, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#chassis/errors.ts';
import { connect, type RpcClient } from '#chassis/grpc-client.ts';
import { implement, type RunningServer, unary } from '#chassis/grpc-server.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { CreateClientRequest } from '#proto/product/v1/contract.ts';
import type { CertificateFiles } from '../../../deploy/local/certificates.ts';
import {
  aReply,
  type ClientService,
  clientService,
  connectTo,
  logger,
  makeCertificates,
  newClient,
  serve,
  staff,
} from '../../support/grpc.ts';

let certificates: Record<'gateway' | 'product' | 'finance', CertificateFiles>;
let server: RunningServer;
let clients: { close(): void }[] = [];

beforeAll(async () => {
  certificates = await makeCertificates('gateway', 'product', 'finance');
});
afterEach(async () => {
  for (const client of clients) client.close();
  clients = [];
  await server.drain();
});

/** product, whose creating and deleting answer with the errors in turn, and well after the last; how often it was asked. */
async function startProduct(...errors: AppError[]): Promise<{ client: ClientService; asked: () => number }> {
  let asked = 0;
  const answer = async <T>(reply: T) => {
    asked += 1;
    const error = errors.shift();
    if (error) throw error;
    return reply;
  };
  const service = clientService({
    CreateClient: unary(CreateClientRequest, () => answer(aReply)),
    DeleteClient: unary(RecordRequest, () => answer({ deletedId: 'c1', eventId: '', replayed: false })),
  });
  server = await serve(certificates.product, service);
  const client = connectTo(server.port, certificates.gateway);
  clients.push(client);
  return { client, asked: () => asked };
}

const keyed = { ...staff, idempotency: { key: 'k', operation: 'POST /api/v1/clients', fingerprint: 'f' } };
const error = (code: ErrorCode) => new AppError(code, 'No');
const soon = () => Date.now() + 2_000;

test.each<[string, ErrorCode[]]>([
  ['of which the service does not know what became', ['outcome_unknown']],
  ['whose first attempt still runs', ['outcome_unknown', 'idempotency_in_progress', 'idempotency_in_progress']],
  ['that meets no database the second time', ['outcome_unknown', 'upstream_unavailable']],
])('a write with an Idempotency-Key %s is asked for again', async (_, codes) => {
  const { client, asked } = await startProduct(...codes.map(error));
  expect(await client.createClient(newClient, { context: keyed, deadline: soon() })).toMatchObject({ revision: 1 });
  expect(asked()).toBe(codes.length + 1);
});

test.each<[string, ErrorCode, object]>([
  ['a write without one', 'outcome_unknown', staff],
  ['a write that certainly was not made', 'upstream_unavailable', keyed],
  ['a write that another runs', 'idempotency_in_progress', keyed],
  ['a write that lost its races', 'conflict', keyed],
])('%s is not', async (_, code, context) => {
  const { client, asked } = await startProduct(error(code));
  const writing = client.createClient(newClient, { context: context as typeof staff, deadline: soon() });
  await expect(writing).rejects.toMatchObject({ code });
  expect(asked()).toBe(1);
});

test('a write that was asked for again hears what it is refused for', async () => {
  const { client } = await startProduct(error('outcome_unknown'), error('validation_failed'));
  const writing = client.createClient(newClient, { context: keyed, deadline: soon() });
  await expect(writing).rejects.toMatchObject({ code: 'validation_failed' });
});

test('a write that is never answered is in doubt before its caller gives up', async () => {
  const { client } = await startProduct(...Array.from({ length: 100 }, () => error('outcome_unknown')));
  const deadline = Date.now() + 500;
  const writing = client.createClient(newClient, { context: keyed, deadline });
  await expect(writing).rejects.toMatchObject({ code: 'outcome_unknown' });
  expect(Date.now()).toBeLessThanOrEqual(deadline);
});

test('a peer that was asked in vain and does not answer is named, since nothing has come of it', async () => {
  const request = z.unknown();
  const never = unary(request, () => new Promise<never>(() => {}), { peers: ['product'] });
  server = await serve(
    certificates.finance,
    implement('common', 'ReleaseService', { ReleaseRecords: never, KeepRecords: never }),
  );
  const options = { address: `127.0.0.1:${server.port}`, tls: certificates.product, logger, source: 'product' };
  const finance: RpcClient<'common', 'ReleaseService'> = connect('common', 'ReleaseService', {
    ...options,
    peer: 'finance',
  });
  clients.push(finance);
  const asking = finance.releaseRecords(
    { targets: ['client:c1'], fence: 1 },
    { context: staff, deadline: Date.now() + 100 },
  );
  await expect(asking).rejects.toMatchObject({
    code: 'upstream_unavailable',
    message: 'Service finance is unavailable',
  });
});

test('who is down is named, and not who says so', async () => {
  const down = new AppError('upstream_unavailable', 'Service finance is unavailable', { service: 'finance' });
  const { client } = await startProduct(down, error('upstream_unavailable'));
  const remove = () => client.deleteClient({ id: 'c1' }, { context: staff, deadline: soon() });
  await expect(remove()).rejects.toMatchObject({ message: 'Service finance is unavailable' });
  await expect(remove()).rejects.toMatchObject({ message: 'Service product is unavailable: No' });
});
