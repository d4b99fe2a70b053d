import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { CertificateFiles } from '#chassis/certificates.ts';

const folder = mkdtempSync(join(tmpdir(), 'selvedge-certificates-'));
const files = { ca: join(folder, 'ca.pem'), cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
let minute = 0;

/** File times may be as coarse as a second, so each writing gets a minute of its own. */
function write(text: string): void {
  minute += 1;
  for (const file of Object.values(files)) {
    writeFileSync(file, text);
    utimesSync(file, minute * 60, minute * 60);
  }
}

beforeEach(() => {
  jest.useFakeTimers();
  write('first');
});
afterEach(() => {
  jest.useRealTimers();
});

function watch(source: CertificateFiles) {
  const seen: (string | undefined)[] = [];
  const listener = (update: { caCertificate: Buffer } | null) => seen.push(update?.caCertificate.toString());
  source.addCaCertificateListener(listener);
  jest.runAllTicks();
  return { seen, unwatch: () => source.removeCaCertificateListener(listener) };
}

test('what the files hold is told at once, and again when they change', () => {
  const { seen, unwatch } = watch(new CertificateFiles(files));
  jest.advanceTimersByTime(30_000);
  write('second');
  jest.advanceTimersByTime(30_000);
  unwatch();
  write('third');
  jest.advanceTimersByTime(30_000);
  expect(seen).toEqual(['first', 'second']);
  expect(jest.getTimerCount()).toBe(0);
});

test('files that are gone for a moment leave the old ones in force', () => {
  const { seen, unwatch } = watch(new CertificateFiles(files));
  rmSync(files.key);
  jest.advanceTimersByTime(30_000);
  write('second');
  jest.advanceTimersByTime(30_000);
  unwatch();
  expect(seen).toEqual(['first', 'second']);
});

test('files that are missing at the start are an error', () => {
  expect(() => new CertificateFiles({ ...files, ca: join(folder, 'none.pem') })).toThrow(/ENOENT.*none\.pem/);
});
