import { readFileSync } from 'node:fs';
import { constants, createSecureServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { AppError, type ErrorCode } from '#chassis/domain/errors.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import { loadService } from '#chassis/rpc/proto.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { client as contract } from '#proto/product/v1/contract.ts';
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

const certificates = await certificatesOf('gateway', 'product', 'finance');
let server: RunningServer | undefined;
let clients: { close(): void }[] = [];

afterEach(async () => {
  jest.restoreAllMocks();
  for (const client of clients) client.close();
  clients = [];
  await server?.drain();
  server = undefined;
});

/**
 * Starts product. Creates and deletes answer with the errors in turn, and after the last one with success. `asked`:
 * number of calls.
 */
async function startProduct(...errors: AppError[]): Promise<{ client: ClientService; asked: () => number }> {
  let asked = 0;
  const answer = async <T>(reply: T) => {
    asked += 1;
    const error = errors.shift();
    if (error) throw error;
    return reply;
  };
  const service = clientService({
    CreateClient: unary(contract.requests.create, () => answer(aReply)),
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
  const writing = client.createClient(newClient, { context: keyed, deadline: Date.now() + 500 });
  // A timer of this process, because on a busy machine the call and the timer are late together.
  const givingUp = sleep(500, 'gave up');
  await expect(Promise.race([writing, givingUp])).rejects.toMatchObject({ code: 'outcome_unknown' });
  await givingUp;
});

test('a peer that was asked in vain and does not answer is named, since nothing has come of it', async () => {
  const request = z.unknown();
  const never = unary(request, () => new Promise<never>(() => {}), { peers: ['product'] });
  server = await serve(
    certificates.finance,
    implement('common', 'ReleaseService', { ReleaseRecords: never, KeepRecords: never }),
  );
  const channel = channelTo('finance', server.port, certificates.product, 'product');
  clients.push(channel);
  const finance = connect('common', 'ReleaseService', channel);
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

/** Starts product as a bare HTTP/2 server. It refuses `refusals` streams, and accepts the next one. */
async function startRefusing(refusals: number, onRefusal?: (refused: number) => void): Promise<ClientService> {
  const { ca, cert, key } = certificates.product;
  const reply = loadService('product', 'ClientService').CreateClient?.responseSerialize(aReply) as Buffer;
  const frame = Buffer.concat([Buffer.alloc(5), reply]);
  frame.writeUInt32BE(reply.length, 1);
  const files = { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
  const refusing = createSecureServer({ ...files, requestCert: true });
  let refused = 0;
  refusing.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    if (refused < refusals) {
      refused += 1;
      onRefusal?.(refused);
      return stream.close(constants.NGHTTP2_REFUSED_STREAM);
    }
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(frame);
  });
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
  const client = connectTo((refusing.address() as AddressInfo).port, certificates.gateway);
  clients.push(client, refusing);
  return client;
}

test('a write that ending connections leave to others is made by one of them, and once', async () => {
  const client = await startRefusing(7);
  const many = {
    client: { ...newClient.client, contacts: Array.from({ length: 500 }, () => ({ contactName: 'x'.repeat(250) })) },
  };
  for (const request of [newClient, many])
    expect(await client.createClient(request, { context: staff })).toMatchObject({ revision: 1 });
});

test('a write that all connections leave to others until its time is over was certainly not made', async () => {
  const deadline = Date.now() + 8_000;
  // The mocked clock reaches the deadline at a refusal, so no attempt is open at the deadline.
  const client = await startRefusing(Number.POSITIVE_INFINITY, (refused) => {
    if (refused === 5) jest.spyOn(Date, 'now').mockReturnValue(deadline);
  });
  const writing = client.createClient(newClient, { context: staff, deadline });
  await expect(writing).rejects.toMatchObject({
    code: 'upstream_unavailable',
    message: 'Service product is unavailable',
  });
});
