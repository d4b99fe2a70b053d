import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { Endpoint } from '../../../services/notification/deliveries/endpoint.ts';
import { createAddressPolicy } from '../../../services/notification/network/domain/address-policy.ts';
import { startReceiver } from '../../support/receiver.ts';
import { Scene } from './scene.ts';

const scene = new Scene({ WEBHOOK_ALLOWED_NETWORKS: '' });

test('a name that stands for a private address is refused with each attempt, and nothing is sent', async () => {
  const webhookId = await scene.webhook({ url: scene.receiver.url.replace('127.0.0.1', 'localhost') });
  await scene.event();
  const [delivery] = await scene.recorded(webhookId, 3);
  expect(delivery).toMatchObject({ status_code: 0, success: false });
  expect(delivery?.response_body).toBe('Refused: localhost is not a public address');
  expect(scene.receiver.requests).toEqual([]);
});

test('a private address itself is refused at once', async () => {
  await expect(scene.webhook()).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ loc: ['body', 'url'], type: 'value_error' }],
  });
});

test.each(['127.0.0.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]'])(
  '%s, which was allowed when the webhook was made, is refused with each attempt',
  async (address) => {
    const mayReach = createAddressPolicy({ allowed: [], denied: [] });
    const { port } = new URL(scene.receiver.url);
    const endpoint = new Endpoint(`http://${address}:${port}/`, { connections: 1, mayReach });
    const { statusCode, responseBody } = await endpoint.post('{}', {}, new Date(), 2000);
    expect(statusCode).toBe(0);
    expect(responseBody).toMatch(/^Refused: .* is not a public address$/);
    expect(scene.receiver.requests).toEqual([]);
    await endpoint.destroy();
  },
);

describe('a name whose answers change', () => {
  const mayReach = createAddressPolicy({ allowed: ['127.0.0.1/32'], denied: [] });

  /** An endpoint whose host name resolves to one of `answers` after another. `asked`: the lookups so far. */
  function endpointOf(port: string, answers: string[]) {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return [{ address: answers[asked.length - 1] ?? 'none', family: 4 }];
    };
    return { endpoint: new Endpoint(`http://rebind.example:${port}/`, { connections: 1, mayReach, resolve }), asked };
  }
  const post = (endpoint: Endpoint) => endpoint.post('{}', {}, new Date(), 2000);

  /** Starts a server at another address of this machine, at the same port. `heard`: the requests that it received. */
  async function trapAt(address: string, port: string) {
    const heard: string[] = [];
    const server = createServer((request, response) => {
      heard.push(String(request.url));
      response.end();
    }).listen(Number(port), address);
    await once(server, 'listening');
    return { heard, close: () => server.close() };
  }

  test('is connected to where it was checked, and checked anew with the next connection', async () => {
    const { port } = new URL(scene.receiver.url);
    const trap = await trapAt('127.0.0.2', port);
    const { endpoint, asked } = endpointOf(port, ['127.0.0.1', '127.0.0.2']);
    scene.receiver.script({ headers: { connection: 'close' } });
    expect(await post(endpoint)).toMatchObject({ statusCode: 200 });
    expect(asked).toEqual(['rebind.example']);
    const second = await post(endpoint);
    expect(second).toMatchObject({ statusCode: 0, responseBody: 'Refused: rebind.example is not a public address' });
    expect(asked).toHaveLength(2);
    expect([trap.heard, scene.receiver.requests.length]).toEqual([[], 1]);
    await endpoint.destroy();
    trap.close();
  });

  test('is never followed to where an answer redirects', async () => {
    const { port } = new URL(scene.receiver.url);
    const trap = await startReceiver();
    const { endpoint, asked } = endpointOf(port, ['127.0.0.1']);
    for (const status of [301, 302, 303, 307, 308]) {
      scene.receiver.script({ status, headers: { location: `${trap.url}/latest/meta-data` } });
      expect(await post(endpoint)).toMatchObject({ statusCode: status });
    }
    expect(asked).toHaveLength(1);
    expect(trap.requests).toEqual([]);
    await endpoint.destroy();
    await trap.close();
  });
});

test('what the environment says of proxies is not heard', async () => {
  const proxy = await startReceiver();
  const names = ['http_proxy', 'https_proxy', 'all_proxy', 'npm_config_proxy', 'GLOBAL_AGENT_HTTP_PROXY'];
  const variables = [...names, ...names.map((name) => name.toUpperCase())].map((name) => [name, proxy.url]);
  const module = (path: string) => JSON.stringify(join(import.meta.dirname, '../../../services/notification', path));
  // Node reads NODE_USE_ENV_PROXY only at its start, so a new process is needed.
  const code = `
    import { Endpoint } from ${module('deliveries/endpoint.ts')};
    const endpoint = new Endpoint(${JSON.stringify(scene.receiver.url)}, { connections: 1, mayReach: () => true });
    const direct = await endpoint.post('{}', {}, new Date(), 5000);
    const viaProxy = await fetch(${JSON.stringify(scene.receiver.url)}).then(({ status }) => status, String);
    console.log(JSON.stringify({ direct: direct.statusCode, viaProxy }));
    await endpoint.destroy();`;
  const env = { PATH: process.env.PATH, NODE_USE_ENV_PROXY: '1', NO_PROXY: '', ...Object.fromEntries(variables) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env });
  expect(JSON.parse(stdout)).toMatchObject({ direct: 200 });
  expect(scene.receiver.requests).toHaveLength(1);
  // `fetch` in the same process used the proxy, so the proxy settings were active.
  expect(proxy.requests.length).toBeGreaterThan(0);
  await proxy.close();
});
