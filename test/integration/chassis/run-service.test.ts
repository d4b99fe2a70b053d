import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client } from '@grpc/grpc-js';
import { afterEach, describe, expect, test } from '@jest/globals';
import { service as healthService } from 'grpc-health-check';
import { clientCredentials } from '#chassis/rpc/certificates.ts';
import { silent } from '../../support/backends/mongo.ts';
import { Child } from '../../support/child.ts';
import { eventually } from '../../support/eventually.ts';
import { certificatesOf, connectTo, staff } from '../../support/grpc.ts';

const certificates = await certificatesOf('gateway', 'product');
const children: Child[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill('SIGKILL');
});

function start(env: Record<string, string> = {}): Child {
  const { ca, cert, key } = certificates.product;
  const child = new Child('./stub-service.ts', { TLS_CA: ca, TLS_CERT: cert, TLS_KEY: key, ...env });
  children.push(child);
  return child;
}

async function startReady(env: Record<string, string> = {}): Promise<{ child: Child; grpc: number; admin: string }> {
  const child = start(env);
  const { grpc, admin } = await child.message('grpc');
  child.process.send({ ready: true });
  const url = `http://127.0.0.1:${admin}`;
  await eventually(async () => (await fetch(`${url}/readyz`)).status === 200);
  return { child, grpc: Number(grpc), admin: url };
}

/** Status by the gRPC health protocol: 1 is SERVING and 2 is NOT_SERVING. */
function health(port: number): Promise<string> {
  const { path, requestSerialize, responseDeserialize } = healthService.Check as (typeof healthService)[string];
  const options = { 'grpc.ssl_target_name_override': 'product' };
  const client = new Client(`127.0.0.1:${port}`, clientCredentials(certificates.gateway, silent), options);
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, { service: '' }, (error, reply) => {
      client.close();
      if (error) reject(error);
      else resolve((reply as { status: string }).status);
    });
  });
}

const lines = (child: Child) =>
  child.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

describe('a process', () => {
  test('tells its supervisor and its log where it listens', async () => {
    const child = start();
    const message = await child.message('grpc');
    expect(message).toEqual({ type: 'ready', grpc: expect.any(Number), admin: expect.any(Number) });
    await eventually(() => {
      const line = lines(child).find(({ event }) => event === 'listening');
      expect(line).toMatchObject({
        name: 'product',
        level: 'info',
        ports: { grpc: message.grpc, admin: message.admin },
      });
    });
  });

  test('is live at once, and ready when every part is; the health protocol agrees', async () => {
    const child = start();
    const { grpc, admin } = await child.message('grpc');
    const url = `http://127.0.0.1:${admin}`;
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const unready = await fetch(`${url}/readyz`);
    expect(unready.status).toBe(503);
    expect(await unready.json()).toEqual({ ready: false, reasons: { switch: 'switched off' }, degraded: {} });
    expect(await health(Number(grpc))).toBe('NOT_SERVING');
    child.process.send({ ready: true });
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 200);
    await eventually(async () => expect(await health(Number(grpc))).toBe('SERVING'));
    child.process.send({ ready: false });
    await eventually(async () => expect(await health(Number(grpc))).toBe('NOT_SERVING'));
  });

  test('shows its metrics: rpcs, the event loop, and nothing of other paths', async () => {
    const { grpc, admin } = await startReady();
    const client = connectTo(grpc, certificates.gateway);
    await client.getClient({ id: 'c1' }, { context: staff });
    client.close();
    const metrics = await (await fetch(`${admin}/metrics`)).text();
    expect(metrics).toMatch(
      /rpc_server_duration_seconds_count\{grpc_service="product.v1.ClientService",method="GetClient",code="OK"\} 1/,
    );
    expect(metrics).toContain('nodejs_eventloop_lag_seconds');
    expect((await fetch(`${admin}/else`)).status).toBe(404);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    'ends well on %s: running calls finish, parts stop in reverse',
    async (signal) => {
      const { child, grpc } = await startReady();
      const client = connectTo(grpc, certificates.gateway);
      const running = client.getClient({ id: 'slow' }, { context: staff });
      await child.message('asked');
      const [reply, code] = await Promise.all([running, child.kill(signal)]);
      client.close();
      expect(reply.revision).toBe(1);
      expect(code).toBe(0);
      const order = child.messages.flatMap(({ answered, stopped }) => answered ?? stopped ?? []);
      expect(order).toEqual(['slow', 'switch']);
    },
  );

  test('is not ready at once on SIGTERM, and serves on until callers have heard', async () => {
    const { child, grpc, admin } = await startReady({ SHUTDOWN_DELAY_MS: '60000' });
    child.process.kill('SIGTERM');
    await eventually(async () => (await fetch(`${admin}/readyz`)).status === 503);
    expect(await health(grpc)).toBe('NOT_SERVING');
    const client = connectTo(grpc, certificates.gateway);
    expect(await client.getClient({ id: 'late' }, { context: staff })).toMatchObject({ revision: 1 });
    client.close();
    expect(child.messages).not.toContainEqual({ stopped: 'switch' });
  });

  test('takes no connection any more once that time is over, and ends when what runs is answered', async () => {
    const { child, grpc } = await startReady({ SHUTDOWN_DELAY_MS: '50' });
    const client = connectTo(grpc, certificates.gateway);
    const running = client.getClient({ id: 'held' }, { context: staff });
    await child.message('asked');
    const isRefused = () =>
      health(grpc).then(
        () => false,
        (error) => /ECONNREFUSED/.test(error.details),
      );
    expect(await isRefused()).toBe(false);
    child.process.kill('SIGTERM');
    await eventually(isRefused);
    child.process.send({ ready: false });
    expect(await running).toMatchObject({ revision: 1 });
    client.close();
    expect(await child.exited).toBe(0);
  });

  test('tells its supervisor that it exits', async () => {
    const { child } = await startReady();
    await child.kill('SIGTERM');
    await eventually(() => child.messages.some(({ type }) => type === 'exit'));
  });

  test('ends when its supervisor is gone', async () => {
    const { child } = await startReady();
    child.process.disconnect();
    expect(await child.exited).toBe(0);
  });

  test('dies of a rejection that nobody handles, with the cause in its log', async () => {
    const { child, grpc } = await startReady();
    const client = connectTo(grpc, certificates.gateway);
    await client.getClient({ id: 'crash' }, { context: staff }).catch(() => {});
    client.close();
    expect(await child.exited).toBe(1);
    expect(lines(child).find(({ level }) => level === 'fatal')).toMatchObject({ err: { message: 'forgotten' } });
  });

  test('whose port is taken says so and ends with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await eventually(() => other.listening);
    const { port } = other.address() as AddressInfo;
    const child = start({ ADMIN_PORT: String(port) });
    expect(await child.exited).toBe(1);
    other.close();
    expect(child.output).toContain(`EADDRINUSE: address already in use 127.0.0.1:${port}`);
  });

  test('whose configuration is wrong names every fault and ends with 1', async () => {
    const child = start({ TLS_CA: '', ADMIN_PORT: 'many', LOG_LEVEL: 'loud' });
    expect(await child.exited).toBe(1);
    for (const name of ['TLS_CA', 'ADMIN_PORT', 'LOG_LEVEL']) expect(child.output).toContain(`${name}: `);
  });
});
