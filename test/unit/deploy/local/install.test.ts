import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import { isInstalled } from '../../../../deploy/local/bootstrap/install.mjs';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const wanted = {
  '': {},
  'node_modules/zod': { version: '4.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};
const inRoot = temporaryFolder();

beforeEach(() => {
  mkdirSync(inRoot('node_modules', '.bin'), { recursive: true });
  writeFileSync(inRoot('node_modules', '.bin', 'node'), '');
  write('package-lock.json', wanted);
});

function write(file: string, packages: object): void {
  writeFileSync(inRoot(file), JSON.stringify({ packages }));
}

test('a clone without packages is not installed', () => {
  expect(isInstalled(inRoot())).toBe(false);
});

test('packages of the locked versions are installed, those for other systems or not', () => {
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.0.0' } });
  expect(isInstalled(inRoot())).toBe(true);
});

test('another version, or a package too few, is not installed', () => {
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '3.0.0' } });
  expect(isInstalled(inRoot())).toBe(false);
  write('node_modules/.package-lock.json', {});
  expect(isInstalled(inRoot())).toBe(false);
});

test('without the pinned Node nothing is installed', () => {
  write('node_modules/.package-lock.json', { 'node_modules/zod': { version: '4.0.0' } });
  rmSync(inRoot('node_modules', '.bin', 'node'));
  expect(isInstalled(inRoot())).toBe(false);
});
