import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { claimDataDir, DataDirError } from '#engine/data-dir.ts';
import { eventually } from '../../../../support/eventually.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const inFolder = temporaryFolder();

test('a folder is claimed once, and again after it was given back', () => {
  const release = claimDataDir(inFolder('new/data'));
  expect(() => claimDataDir(inFolder('new/data'))).toThrow(/in use by another engine \(process \d+\)/);
  release();
  claimDataDir(inFolder('new/data'))();
});

test.each([
  ['a process that has died', '4194305 12345'],
  ['a process whose number another has by now', `${process.ppid} 1`],
])('the lock of %s is taken over', (_, owner) => {
  writeFileSync(inFolder('engine.lock'), owner);
  claimDataDir(inFolder())();
});

(existsSync('/proc/self/stat') ? test : test.skip)('the lock of a zombie is taken over', async () => {
  // The shell becomes a program that never asks for its child, which ends soon.
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const pid = Number(await once(parent.stdout, 'data'));
  const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  await eventually(() => expect(stat()[0]).toBe('Z'));
  writeFileSync(inFolder('engine.lock'), `${pid} ${stat()[19]}`);
  claimDataDir(inFolder())();
  parent.kill('SIGKILL');
});

test('a folder of an older version is taken, and no older engine opens it again', () => {
  writeFileSync(inFolder('format'), '1\n');
  claimDataDir(inFolder())();
  expect(readFileSync(inFolder('format'), 'utf8')).toBe('3\n');
});

test('a folder of a newer version is refused in words, and left as it is', () => {
  writeFileSync(inFolder('format'), '4\n');
  expect(() => claimDataDir(inFolder())).toThrow(DataDirError);
  expect(() => claimDataDir(inFolder())).toThrow(/written by a newer version \(format 4, this version reads 3\)/);
  expect(readFileSync(inFolder('format'), 'utf8')).toBe('4\n');
});
