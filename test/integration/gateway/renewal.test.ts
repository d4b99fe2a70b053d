import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { registry } from '#chassis/runtime/metrics.ts';
import {
  createAuthority,
  issueCertificate,
  loadAuthority,
  type Pem,
} from '../../../deploy/local/certificates/authority.ts';
import { serve } from '../../../gateway/http/serve.ts';
import { eventually } from '../../support/eventually.ts';
import { type RunningGateway, startGateway } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'selvedge-renewal-'));
const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
let certificates: Pem[];
let gateway: RunningGateway;
let part: ReturnType<typeof serve>;

beforeAll(async () => {
  const authority = await loadAuthority(await createAuthority());
  const issue = () => issueCertificate(authority, 'gateway');
  certificates = await Promise.all([issue(), issue(), issue()]);
  write('cert', 0);
  write('key', 0);
  gateway = await startGateway();
  part = serve({
    gateway: gateway.gateway,
    app: (_, response) => response.end(),
    host: '127.0.0.1',
    port: 0,
    files,
    grace: 1_000,
    handshakeTimeout: 5_000,
    checkInterval: 20,
  });
  await part.start?.();
});
afterAll(async () => {
  await part.stop?.();
  await gateway.close();
  rmSync(folder, { recursive: true });
});

const write = (file: 'cert' | 'key', number: number) => writeFileSync(files[file], certificates[number]?.[file] ?? '');

/** Number of the certificate that the gateway presents. */
async function shown(): Promise<number> {
  const socket = connect({ port: part.ports?.().https as number, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const serial = socket.getPeerX509Certificate()?.toString().trim();
  socket.destroy();
  return certificates.findIndex(({ cert }) => cert.trim() === serial);
}

async function failures(): Promise<number> {
  const metric = await registry.getSingleMetric('tls_certificate_reload_failures_total')?.get();
  return metric?.values.find(({ labels }) => labels.use === 'https')?.value ?? 0;
}

test.each([
  ['cert', 'key', 1],
  ['key', 'cert', 2],
] as const)('a pair of which the %s is renewed before the %s is taken up whole', async (first, second, number) => {
  const before = await failures();
  write(first, number);
  // The counter of failures grows as long as the failure lasts, because an alert uses it.
  await eventually(async () => (await failures()) > before + 5);
  expect(await shown()).toBe(number - 1);
  write(second, number);
  await eventually(async () => (await shown()) === number);
});
