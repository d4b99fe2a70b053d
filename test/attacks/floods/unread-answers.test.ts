import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { makeToken, type RunningGateway, startGateway } from '../../integration/gateway/harness.ts';

const SUPPLIERS = '/api/v1/suppliers';
/**
 * Bytes of an answer. The kernel buffers a few MiB of each answer. The rest is more than a third of an org's share of
 * memory.
 */
const ANSWER = 16 * 1024 * 1024;

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
  const data = [{ id: '1', name: 'x'.repeat(ANSWER) }];
  gateway.services.answers.set('listSuppliers', async () => ({ data, total: 1 }));
});
afterAll(() => gateway.close());

const open = new Set<TLSSocket>();
afterEach(() => {
  for (const socket of open) socket.destroy();
  open.clear();
});

const inOrg = (id: string) => makeToken({ org_id: id, orgs: [{ id, name: id, role: 'staff' }] });

/** Sends a request, and reads only the beginning of the answer. */
async function unread(org: string, path: string): Promise<TLSSocket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(gateway.url).port), rejectUnauthorized: false });
  open.add(socket);
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nAuthorization: Bearer ${await inOrg(org)}\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

/** Reads the rest. Resolves with true if the answer is complete, and with false if the connection was closed before. */
function isWhole(socket: TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    let bytes = 0;
    socket.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > ANSWER) resolve(true);
    });
    socket.on('close', () => resolve(false));
    if (socket.destroyed) resolve(false);
  });
}

async function unreadBy(orgs: string[], path = SUPPLIERS): Promise<boolean[]> {
  const sockets: TLSSocket[] = [];
  for (const org of orgs) sockets.push(await unread(org, path));
  return Promise.all(sockets.map(isWhole));
}

test.each([SUPPLIERS, `${SUPPLIERS}?format=csv`])('of answers to %s that nobody reads, few wait', async (path) => {
  const whole = await unreadBy(
    Array.from({ length: 8 }, () => 'org-1'),
    path,
  );
  expect(whole.at(-1)).toBe(true);
  expect(whole.filter(Boolean).length).toBeLessThanOrEqual(2);
});

test('nor do those of many orgs fill the memory, and what somebody reads is whole', async () => {
  const orgs = Array.from({ length: 12 }, (_, index) => `org-${index}`);
  expect((await unreadBy(orgs)).filter(Boolean).length).toBeLessThanOrEqual(6);

  for (const org of orgs) await unread(org, SUPPLIERS);
  const headers = { authorization: `Bearer ${await inOrg('org-reader')}` };
  const { text } = await gateway.send(SUPPLIERS, { headers });
  expect(text.length).toBeGreaterThan(ANSWER);
});
