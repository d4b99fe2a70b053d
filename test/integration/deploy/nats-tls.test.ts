import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { clientOptions } from '#chassis/messaging/nats-server.ts';
import { type CertificateFiles, ensureCertificates } from '../../../deploy/local/certificates/certificates.ts';
import { NATS_USERS } from '../../../deploy/local/processes.ts';
import { startNats, type TestNats } from '../../support/backends/nats.ts';

/** NATS as docker-compose.yml runs it: deploy/nats/tls.conf. */
const CONFIG = join(import.meta.dirname, '..', '..', '..', 'deploy', 'nats', 'tls.conf');
const PASSWORD = 'a-password-of-nats';
const folder = mkdtempSync(join(tmpdir(), 'selvedge-nats-tls-'));
const GIVE_UP = { reconnect: false, timeout: 2_000, maxReconnectAttempts: 0 };

let own: CertificateFiles;
let foreign: CertificateFiles;
let nats: TestNats;
beforeAll(async () => {
  own = await certificate('own');
  foreign = await certificate('foreign');
  const passwords = ['admin', ...NATS_USERS].map((name) => [`NATS_PASSWORD_${name.toUpperCase()}`, PASSWORD]);
  const env = { NATS_CERT: own.cert, NATS_KEY: own.key, ...Object.fromEntries(passwords) };
  nats = await startNats({ args: ['-c', CONFIG], env, client: as('product') });
}, 60_000);
afterAll(async () => {
  await nats.stop();
  rmSync(folder, { recursive: true });
});

async function certificate(name: string): Promise<CertificateFiles> {
  const own = join(folder, name);
  mkdirSync(own);
  return (await ensureCertificates(own, ['nats'])).get('nats') as CertificateFiles;
}

const as = (user: string, ca: string | undefined = own.ca, url = nats?.url ?? '') =>
  clientOptions({ url, user, password: PASSWORD, ca });

test('a user with the authority and the password is connected by TLS', async () => {
  const connection = await connect({ ...as('product'), ...GIVE_UP });
  expect(connection.info).toMatchObject({ tls_required: true });
  await connection.close();
});

test.each([
  { what: 'another authority', options: () => as('product', foreign.ca) },
  { what: 'no authority', options: () => clientOptions({ url: nats.url, user: 'product', password: PASSWORD }) },
])('with $what nobody is connected', async ({ options }) => {
  await expect(connect({ ...options(), ...GIVE_UP })).rejects.toThrow();
});

test('a server without TLS is sent nothing that can be read', async () => {
  let heard = '';
  const server = createServer((socket: Socket) => {
    socket.write('INFO {"server_id":"X","version":"2.12.0","proto":1,"max_payload":1048576}\r\n');
    socket.on('data', (bytes) => {
      heard += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(connect({ ...as('product', own.ca, `tls://127.0.0.1:${port}`), ...GIVE_UP })).rejects.toThrow();
  expect(heard).not.toContain(PASSWORD);
  expect(heard).not.toContain('CONNECT');
  server.close();
});
