import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  createAuthority,
  issueCertificate,
  loadAuthority,
} from '../../../../../deploy/local/certificates/authority.ts';
import { ensureCertificates, filesOf } from '../../../../../deploy/local/certificates/certificates.ts';
import { StartError } from '../../../../../deploy/local/start-error.ts';

const ISSUE = fileURLToPath(new URL('../../../../../deploy/local/certificates/issue.ts', import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1000;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-tls-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const read = (name: string) => readFileSync(join(folder, name));
const certificate = (name: string) => new X509Certificate(read(`${name}.pem`));

test('signs a certificate for each name, for both ends of mTLS', async () => {
  const files = await ensureCertificates(folder, ['gateway', 'product']);
  expect(files.get('product')?.ca).toBe(join(folder, 'ca.pem'));
  const product = certificate('product');
  expect(product.subject).toBe('CN=product');
  expect(product.verify(certificate('ca').publicKey)).toBe(true);
  for (const host of ['product', 'localhost']) expect(product.checkHost(host)).toBe(host);
  expect(product.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(product.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  expect(product.ca).toBe(false);
});

test('keeps what it has, and adds what is new', async () => {
  await ensureCertificates(folder, ['gateway']);
  const [ca, gateway] = [read('ca.pem'), read('gateway.pem')];
  await ensureCertificates(folder, ['gateway', 'finance']);
  expect([read('ca.pem'), read('gateway.pem')]).toEqual([ca, gateway]);
  expect(certificate('finance').verify(certificate('ca').publicKey)).toBe(true);
});

test('renews a certificate that is about to expire, under the same CA', async () => {
  const aYearAgo = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 340 * DAY_MS);
  const pem = await createAuthority();
  save('ca', pem);
  save('gateway', await issueCertificate(await loadAuthority(pem), 'gateway'));
  aYearAgo.mockRestore();
  const [ca, gateway] = [read('ca.pem'), certificate('gateway')];
  await ensureCertificates(folder, ['gateway']);
  expect(read('ca.pem')).toEqual(ca);
  expect(certificate('gateway').verify(certificate('ca').publicKey)).toBe(true);
  expect(certificate('gateway').validToDate.getTime()).toBeGreaterThan(gateway.validToDate.getTime());
});

test('makes all anew when the CA is about to expire', async () => {
  const longAgo = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600 * DAY_MS);
  const pem = await createAuthority();
  save('ca', pem);
  longAgo.mockRestore();
  save('gateway', await issueCertificate(await loadAuthority(pem), 'gateway'));
  await ensureCertificates(folder, ['gateway']);
  expect(certificate('ca').validToDate.getTime()).toBeGreaterThan(Date.now() + 3_600 * DAY_MS);
  expect(certificate('gateway').verify(certificate('ca').publicKey)).toBe(true);
});

test('says in a line why there are none', async () => {
  const nowhere = join(folder, 'nowhere');
  const failing = ensureCertificates(nowhere, ['gateway']);
  await expect(failing).rejects.toThrow(StartError);
  await expect(failing).rejects.toThrow(/^No certificates could be made in .*nowhere: ENOENT: [^\n]*$/);
});

test('whoever issues them ends with the caller', async () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `process-${n}`);
  const child = spawn(process.execPath, [ISSUE, folder, ...names], { stdio: ['pipe', 'ignore', 'inherit'] });
  // As the system closes it when the caller is killed.
  child.stdin?.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(existsSync(join(folder, 'process-1999.pem'))).toBe(false);
});

function save(name: string, { cert, key }: { cert: string; key: string }): void {
  const files = filesOf(folder, name);
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
}

test('makes all anew when the CA key is lost', async () => {
  await ensureCertificates(folder, ['gateway']);
  const ca = read('ca.pem');
  rmSync(join(folder, 'ca-key.pem'));
  await ensureCertificates(folder, ['gateway']);
  expect(read('ca.pem')).not.toEqual(ca);
  expect(certificate('gateway').verify(certificate('ca').publicKey)).toBe(true);
});
