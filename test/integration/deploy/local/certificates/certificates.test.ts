import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, jest, test } from '@jest/globals';
import {
  createAuthority,
  issueCertificate,
  loadAuthority,
} from '../../../../../deploy/local/certificates/authority.ts';
import { ensureCertificates, filesOf } from '../../../../../deploy/local/certificates/certificates.ts';
import { StartError } from '../../../../../deploy/local/start-error.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const ISSUE = fileURLToPath(new URL('../../../../../deploy/local/certificates/issue.ts', import.meta.url));
const DAY_MS = 24 * 60 * 60 * 1000;
const inFolder = temporaryFolder();

afterEach(() => void jest.restoreAllMocks());

const read = (name: string) => readFileSync(inFolder(name));
const certificate = (name: string) => new X509Certificate(read(`${name}.pem`));

test('signs a certificate for each name, for both ends of mTLS', async () => {
  const files = await ensureCertificates(inFolder(), ['gateway', 'product']);
  expect(files.get('product')?.ca).toBe(inFolder('ca.pem'));
  const product = certificate('product');
  expect(product.subject).toBe('CN=product');
  expect(product.verify(certificate('ca').publicKey)).toBe(true);
  for (const host of ['product', 'localhost']) expect(product.checkHost(host)).toBe(host);
  expect(product.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(product.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  expect(product.ca).toBe(false);
});

test('keeps what it has, and adds what is new', async () => {
  await ensureCertificates(inFolder(), ['gateway']);
  const [ca, gateway] = [read('ca.pem'), read('gateway.pem')];
  await ensureCertificates(inFolder(), ['gateway', 'finance']);
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
  await ensureCertificates(inFolder(), ['gateway']);
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
  await ensureCertificates(inFolder(), ['gateway']);
  expect(certificate('ca').validToDate.getTime()).toBeGreaterThan(Date.now() + 3_600 * DAY_MS);
  expect(certificate('gateway').verify(certificate('ca').publicKey)).toBe(true);
});

test('says in a line why there are none', async () => {
  const nowhere = inFolder('nowhere');
  const failing = ensureCertificates(nowhere, ['gateway']);
  await expect(failing).rejects.toThrow(StartError);
  await expect(failing).rejects.toThrow(/^No certificates could be made in .*nowhere: ENOENT: [^\n]*$/);
});

test('whoever issues them ends with the caller', async () => {
  const names = Array.from({ length: 2_000 }, (_, n) => `process-${n}`);
  const child = spawn(process.execPath, [ISSUE, inFolder(), ...names], { stdio: ['pipe', 'ignore', 'inherit'] });
  // As the system closes it when the caller is killed.
  child.stdin?.end();
  const [code] = await once(child, 'exit');
  expect(code).toBe(1);
  expect(existsSync(inFolder('process-1999.pem'))).toBe(false);
});

function save(name: string, { cert, key }: { cert: string; key: string }): void {
  const files = filesOf(inFolder(), name);
  writeFileSync(files.cert, cert);
  writeFileSync(files.key, key);
}

test('makes all anew when the CA key is lost', async () => {
  await ensureCertificates(inFolder(), ['gateway']);
  const ca = read('ca.pem');
  rmSync(inFolder('ca-key.pem'));
  await ensureCertificates(inFolder(), ['gateway']);
  expect(read('ca.pem')).not.toEqual(ca);
  expect(certificate('gateway').verify(certificate('ca').publicKey)).toBe(true);
});
