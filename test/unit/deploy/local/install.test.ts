import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { isInstalled } from '../../../../deploy/local/bootstrap/install.mjs';

const wanted = {
  '': {},
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'selvedge-install-'));
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules', '.bin', 'node'), '');
  write('package-lock.json', wanted);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, packages: object): void {
  writeFileSync(join(root, file), JSON.stringify({ packages }));
}

test('a clone without packages is not installed', () => {
  expect(isInstalled(root)).toBe(false);
});

test('packages of the locked versions are installed, those for other systems or not', () => {
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.0.0' } });
  expect(isInstalled(root)).toBe(true);
});

test('another version, or a package too few, is not installed', () => {
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '3.0.0' } });
  expect(isInstalled(root)).toBe(false);
  write('node_modules/.package-lock.json', {});
  expect(isInstalled(root)).toBe(false);
});

test('without the pinned Node nothing is installed', () => {
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.0.0' } });
  rmSync(join(root, 'node_modules', '.bin', 'node'));
  expect(isInstalled(root)).toBe(false);
});
