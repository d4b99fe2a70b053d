import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { claimDataDir, DataDirError } from '../../../../../deploy/local/mongo/data-dir.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'engine-dir-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a folder is claimed once, and again after it was given back', () => {
  const release = claimDataDir(join(dir, 'new/data'));
  expect(() => claimDataDir(join(dir, 'new/data'))).toThrow(/in use by another engine \(process \d+\)/);
  release();
  claimDataDir(join(dir, 'new/data'))();
});

test('the lock of a process that has died is taken over', () => {
  writeFileSync(join(dir, 'engine.lock'), '4194305 12345');
  claimDataDir(dir)();
});

test('the lock of a process whose number another has by now is taken over', () => {
  writeFileSync(join(dir, 'engine.lock'), `${process.ppid} 1`);
  claimDataDir(dir)();
});

test('a folder of a newer version is refused in words, and left as it is', () => {
  writeFileSync(join(dir, 'format'), '2\n');
  expect(() => claimDataDir(dir)).toThrow(DataDirError);
  expect(() => claimDataDir(dir)).toThrow(/written by a newer version \(format 2, this version reads 1\)/);
  expect(readFileSync(join(dir, 'format'), 'utf8')).toBe('2\n');
});
