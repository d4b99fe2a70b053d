import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createAuthority, issueCertificate, loadAuthority } from '../../../../deploy/local/certificate-authority.ts';
import { ensureCertificates, filesOf } from '../../../../deploy/local/certificates.ts';

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
