import { afterEach, describe, expect, test } from '@jest/globals';
import type { AppError } from '#chassis/domain/errors.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { Child } from '../../support/child.ts';
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

const certificates = await certificatesOf('gateway', 'product');
const children: Child[] = [];
const clients: ClientService[] = [];
const replacements: RunningServer[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  for (const server of replacements.splice(0)) await server.drain();
  for (const child of children.splice(0)) await child.kill('SIGKILL');
});

/**
 * Starts a server at the port of the killed one, in this process, so that it is up immediately even on a busy machine.
 */
async function replace(port: number): Promise<void> {
  replacements.push(await serve(certificates.product, clientService(), { port }));
}

/** Starts a service as a process, and a client that is connected to it. */
async function startBoth() {
  const { ca, cert, key } = certificates.product;
  const env = { GRPC_PORT: '0', TLS_CA: ca, TLS_CERT: cert, TLS_KEY: key, LOG_LEVEL: 'error' };
  const child = new Child('./stub-service.ts', env);
  children.push(child);
  const port = Number((await child.message('grpc')).grpc);
  const client = connectTo(port, certificates.gateway);
  clients.push(client);
  await read(client);
  return { child, port, client };
}

const read = (client: ClientService, id = 'c1') => client.getClient({ id }, { context: staff });
const write = (client: ClientService, name = 'Acme') =>
  client.createClient({ client: { ...newClient.client, name } }, { context: staff });
const writeKeyed = (client: ClientService, name: string, timeout?: number) => {
  const idempotency = { key: 'k', operation: 'POST /api/v1/clients', fingerprint: 'f' };
  const deadline = timeout === undefined ? undefined : Date.now() + timeout;
  return client.createClient(
    { client: { ...newClient.client, name } },
    { context: { ...staff, idempotency }, deadline },
  );
};
const asked = (child: Child, id: string) => eventually(() => child.messages.some((message) => message.asked === id));
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: AppError) => error,
  );

const isOpenBreaker = (error?: AppError) => (error?.cause as { code?: string } | undefined)?.code === 'EOPENBREAKER';

/** Makes concurrent reads until the breaker for reads is open. Returns its refusal. */
async function openBreaker(client: ClientService): Promise<AppError> {
  return eventually(async () => {
    const refusals = await Promise.all(Array.from({ length: 10 }, () => refusalOf(read(client))));
    const refused = refusals.find(isOpenBreaker);
    return refused ?? false;
  }) as Promise<AppError>;
}

describe('when the service is killed', () => {
  test('a read waits for its return and succeeds', async () => {
    const { child, port, client } = await startBoth();
    await child.kill('SIGKILL');
    const reading = read(client);
    await replace(port);
    await reading;
  });

  test('a read that was running is made again', async () => {
    const { child, port, client } = await startBoth();
    const reading = read(client, 'slow');
    await asked(child, 'slow');
    await child.kill('SIGKILL');
    await replace(port);
    await reading;
  });

  test('a write that was running has an unknown outcome', async () => {
    const { child, client } = await startBoth();
    const refusal = refusalOf(write(client, 'hang'));
    await asked(child, 'hang');
    await child.kill('SIGKILL');
    expect(await refusal).toMatchObject({ code: 'outcome_unknown', retryAfter: 1 });
  });

  test('a write with an Idempotency-Key that was running is made again', async () => {
    const { child, port, client } = await startBoth();
    const writing = writeKeyed(client, 'hang');
    await asked(child, 'hang');
    await child.kill('SIGKILL');
    await replace(port);
    expect(await writing).toMatchObject({ revision: 1 });
  });

  test('a write with an Idempotency-Key stays in doubt that could not be made again', async () => {
    const { child, client } = await startBoth();
    const refusal = refusalOf(writeKeyed(client, 'hang', 800));
    await asked(child, 'hang');
    await child.kill('SIGKILL');
    expect(await refusal).toMatchObject({
      code: 'outcome_unknown',
      message: 'Service product was lost while it worked',
    });
  });

  test('a write that was never sent says so, and names the service', async () => {
    const { child, client } = await startBoth();
    await child.kill('SIGKILL');
    await refusalOf(client.getClient({ id: 'c1' }, { context: staff, deadline: Date.now() + 300 }));
    expect(await refusalOf(write(client))).toMatchObject({
      code: 'upstream_unavailable',
      message: 'Service product is unavailable',
      cause: { name: 'CallFailure', sent: false },
    });
  });

  test('a read gives up by its deadline, as unavailable and not as late', async () => {
    const { child, client } = await startBoth();
    await child.kill('SIGKILL');
    const started = Date.now();
    const refusal = await refusalOf(client.getClient({ id: 'c1' }, { context: staff, deadline: started + 600 }));
    expect(refusal).toMatchObject({ code: 'upstream_unavailable', message: 'Service product is unavailable' });
    expect(Date.now() - started).toBeLessThan(900);
  });

  test('the breaker opens, tells when to come back, and that time is enough', async () => {
    const { child, port, client } = await startBoth();
    await child.kill('SIGKILL');
    const refusal = await openBreaker(client);
    expect(refusal).toMatchObject({ code: 'upstream_unavailable', message: 'Service product is unavailable' });
    expect(refusal.retryAfter).toBeGreaterThanOrEqual(1);
    expect(refusal.retryAfter).toBeLessThanOrEqual(2);
    const promised = Date.now() + Number(refusal.retryAfter) * 1_000;
    await replace(port);
    await eventually(() => Date.now() >= promised);
    await read(client);
  });

  test('the breaker of reads leaves writes alone', async () => {
    const { child, client } = await startBoth();
    await child.kill('SIGKILL');
    await openBreaker(client);
    const refusal = await refusalOf(write(client));
    expect(refusal?.cause).toMatchObject({ name: 'CallFailure' });
    expect(await registry.getSingleMetricAsString('rpc_breaker_state')).toMatch(/kind="read"\} 2/);
  });
});

test('the breaker opens for a service that hangs', async () => {
  const { child, client } = await startBoth();
  child.process.kill('SIGSTOP');
  const impatient = () => client.getClient({ id: 'c1' }, { context: staff, deadline: Date.now() + 100 });
  await eventually(async () => {
    const refusals = await Promise.all(Array.from({ length: 10 }, () => refusalOf(impatient())));
    return refusals.some(isOpenBreaker);
  });
});

test('a service that stands still for a while loses no call, though the connection is asked meanwhile', async () => {
  const { child, client } = await startBoth();
  const passed = (milliseconds: number) => {
    const end = Date.now() + milliseconds;
    return eventually(() => Date.now() >= end);
  };
  // After so much silence, the client sends a ping with the next call, to test whether the connection is alive.
  await passed(4_100);
  child.process.kill('SIGSTOP');
  const writing = write(client);
  await passed(2_500);
  child.process.kill('SIGCONT');
  expect(await writing).toMatchObject({ revision: 1 });
});

test('faults of callers never open the breaker', async () => {
  const { client } = await startBoth();
  const tooLong = { id: 'x'.repeat(300) };
  for (let n = 0; n < 40; n++) {
    expect(await refusalOf(client.getClient(tooLong, { context: staff }))).toMatchObject({ code: 'validation_failed' });
  }
  await read(client);
});

test('a record that its service cannot read never opens the breaker, even if the service is not well', async () => {
  let isPoisoned = true;
  const readOne = async () => {
    if (isPoisoned) throw new Error('poisoned');
    return aReply;
  };
  const server = await serve(certificates.product, clientService({ GetClient: unary(RecordRequest, readOne) }));
  replacements.push(server);
  const channel = channelTo('product', server.port, certificates.gateway);
  Object.assign(channel, { isServing: async () => false });
  const client = { ...connect('product', 'ClientService', channel), close: () => channel.close() };
  clients.push(client);
  for (let n = 0; n < 40; n++) expect(await refusalOf(read(client))).toMatchObject({ code: 'internal_error' });
  isPoisoned = false;
  await read(client);
});

test('a write that takes too long has an unknown outcome, and is not made twice', async () => {
  const { child, client } = await startBoth();
  const call = client.createClient(
    { client: { ...newClient.client, name: 'slow' } },
    { context: staff, deadline: Date.now() + 100 },
  );
  expect(await refusalOf(call)).toMatchObject({ code: 'outcome_unknown' });
  await eventually(() => child.messages.some((message) => message.answered === 'slow'));
  await read(client);
  expect(child.messages.filter((message) => message.answered === 'slow')).toHaveLength(1);
});

test('a call without time left is not made', async () => {
  const { child, client } = await startBoth();
  const call = client.createClient(newClient, { context: staff, deadline: Date.now() - 1 });
  expect(await refusalOf(call)).toMatchObject({ code: 'deadline_exceeded' });
  await read(client, 'last');
  await asked(child, 'last');
  expect(child.messages.some((message) => message.asked === 'Acme')).toBe(false);
});
