import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { CertificateFiles } from '#chassis/rpc/certificates.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import {
  createAuthority,
  issueCertificate,
  loadAuthority,
  type Pem,
} from '../../../../../deploy/local/certificates/authority.ts';
import { silent } from '../../../../support/backends/mongo.ts';

const folder = mkdtempSync(join(tmpdir(), 'selvedge-certificates-'));
const files = { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
/** Authorities' certificates, by name. */
const cas: Record<string, string> = {};
let minute = 0;
let first: Pem;
let second: Pem;

beforeAll(async () => {
  for (const name of ['first', 'second', 'third']) cas[name] = (await createAuthority()).cert;
  const authority = await loadAuthority(await createAuthority());
  [first, second] = [await issueCertificate(authority, 'product'), await issueCertificate(authority, 'product')];
});
beforeEach(() => {
  jest.useFakeTimers();
  write({ ca: 'first', ...first });
});
afterEach(() => {
  jest.useRealTimers();
});

/** File times may be as coarse as a second, so each writing gets a minute of its own. */
function write(contents: Partial<Record<keyof typeof files, string>>): void {
  minute += 1;
  for (const [name, text] of Object.entries(contents)) {
    const file = files[name as keyof typeof files];
    writeFileSync(file, cas[text] ?? text);
    utimesSync(file, minute * 60, minute * 60);
  }
}

function watch(source: CertificateFiles) {
  const seen: (string | undefined)[] = [];
  const nameOf = (ca: string | undefined) => Object.keys(cas).find((name) => cas[name] === ca);
  const listener = (update: { caCertificate: Buffer } | null) => seen.push(nameOf(update?.caCertificate.toString()));
  source.addCaCertificateListener(listener);
  jest.runAllTicks();
  return { seen, unwatch: () => source.removeCaCertificateListener(listener) };
}

async function failures(): Promise<number> {
  const metric = await registry.getSingleMetric('tls_certificate_reload_failures_total')?.get();
  return metric?.values[0]?.value ?? 0;
}

test('what the files hold is told at once, and again when they change', () => {
  const { seen, unwatch } = watch(new CertificateFiles(files, silent));
  jest.advanceTimersByTime(30_000);
  write({ ca: 'second', ...second });
  jest.advanceTimersByTime(30_000);
  unwatch();
  write({ ca: 'third', ...first });
  jest.advanceTimersByTime(30_000);
  expect(seen).toEqual(['first', 'second']);
  expect(jest.getTimerCount()).toBe(0);
});

test('connections that come and go do not put a check off', () => {
  const source = new CertificateFiles(files, silent);
  const { seen, unwatch } = watch(source);
  write({ ca: 'second', ...second });
  for (let seconds = 0; seconds < 15; seconds += 5) {
    watch(source).unwatch();
    jest.advanceTimersByTime(5_000);
  }
  unwatch();
  expect(seen).toEqual(['first', 'second']);
});

test('files that are gone for a moment leave the old ones in force, and are reported', async () => {
  const { seen, unwatch } = watch(new CertificateFiles(files, silent));
  const before = await failures();
  rmSync(files.key);
  jest.advanceTimersByTime(30_000);
  expect(await failures()).toBe(before + 3);
  write({ ca: 'second', ...second });
  jest.advanceTimersByTime(30_000);
  unwatch();
  expect(seen).toEqual(['first', 'second']);
});

test('a certificate is not taken up before its key is there', () => {
  const { seen, unwatch } = watch(new CertificateFiles(files, silent));
  write({ ca: 'second', cert: second.cert });
  jest.advanceTimersByTime(30_000);
  expect(seen).toEqual(['first']);
  write({ key: second.key });
  jest.advanceTimersByTime(30_000);
  unwatch();
  expect(seen).toEqual(['first', 'second']);
});

test.each([
  ['is no certificate', () => 'garbage'],
  ['is empty', () => ''],
  ['ends within its second certificate', () => `${cas.second}${cas.third?.slice(0, 300)}`],
])('a CA that %s is not taken up, and is reported until it is one', async (_, contents) => {
  const { seen, unwatch } = watch(new CertificateFiles(files, silent));
  const before = await failures();
  write({ ca: contents() });
  jest.advanceTimersByTime(30_000);
  expect(await failures()).toBe(before + 3);
  write({ ca: 'second' });
  jest.advanceTimersByTime(30_000);
  unwatch();
  expect(seen).toEqual(['first', 'second']);
});

test('files that are missing at the start are an error', () => {
  expect(() => new CertificateFiles({ ...files, ca: join(folder, 'none.pem') }, silent)).toThrow(/ENOENT.*none\.pem/);
});
