import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { openDataDir } from '../../../../deploy/local/data-dir.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const inParent = temporaryFolder();
let folder: string;
beforeEach(() => {
  folder = inParent('a', 'b');
});

test('makes the folder with its parents, for its owner alone', async () => {
  const data = await openDataDir(folder);
  for (const name of ['log', 'mail', 'tls']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(join(folder, 'format.json'), 'utf8'))).toEqual({ format: 1 });
  data.release();
});

test('is claimed by one at a time', async () => {
  const first = await openDataDir(folder);
  await expect(openDataDir(folder)).rejects.toThrow(`in use by another instance (pid ${process.pid})`);
  first.release();
  (await openDataDir(folder)).release();
});

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 1, port: 1 })],
  ['whose port somebody else has', JSON.stringify({ pid: 1, port: 27_900 })],
  ['that is damaged', '{}'],
  ['that a full disk left empty', ''],
])('takes a lock %s', async (_case, lock) => {
  (await openDataDir(folder)).release();
  writeFileSync(join(folder, 'supervisor.lock'), lock);
  (await openDataDir(folder)).release();
});

test('removes the run file of a killed supervisor', async () => {
  (await openDataDir(folder)).release();
  writeFileSync(join(folder, 'run.json'), '{}');
  const data = await openDataDir(folder);
  expect(() => statSync(data.runFile)).toThrow('ENOENT');
  data.release();
});

test.each([
  ['{"format": 2}', /belongs to a newer version of Selvedge \(data format 2; this version reads up to 1\)/],
  ['{"format": "x"}', /format.json is damaged/],
  ['', /format.json is damaged/],
])('refuses the format %s', async (format, message) => {
  (await openDataDir(folder)).release();
  writeFileSync(join(folder, 'format.json'), format);
  await expect(openDataDir(folder)).rejects.toThrow(message);
});

test('says in words why a folder cannot be used', async () => {
  writeFileSync(inParent('file'), '');
  await expect(openDataDir(inParent('file'))).rejects.toThrow(/is not a folder/);
  await expect(openDataDir('/proc/selvedge')).rejects.toThrow(/cannot be made/);
  if (process.getuid?.() === 0) return;
  chmodSync(inParent(), 0o500);
  await expect(openDataDir(folder)).rejects.toThrow(/is not writable for this user/);
  chmodSync(inParent(), 0o700);
});
