import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { expect, test } from '@jest/globals';
import { logTail, trimLogs } from '../../../../../deploy/local/supervision/log-files.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const inFolder = temporaryFolder();

test('the tail is the last lines, indented', () => {
  const file = inFolder('a.log');
  for (let line = 1; line <= 2000; line++) appendFileSync(file, `line ${line}\n`);
  const lines = logTail(file).split('\n');
  expect(lines).toHaveLength(15);
  expect(lines.at(-1)).toBe('  line 2000');
  writeFileSync(file, '');
  expect(logTail(file).trim()).toBe('');
});

test('a long log is cut while its process writes on, and its last part is kept', () => {
  const file = inFolder('a.log');
  const descriptor = openSync(file, 'a');
  writeSync(descriptor, 'old\n');
  writeFileSync(inFolder('short.log'), '');
  trimLogs(inFolder(), 3);
  writeSync(descriptor, 'new\n');
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe('new\n');
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('old\n');
  expect(readdirSync(inFolder()).sort()).toEqual(['a.log', 'a.log.1', 'short.log']);
});

(existsSync('/dev/full') ? test : test.skip)('a long log is cut where the disk has no room for the copy, too', () => {
  const file = inFolder('a.log');
  writeFileSync(file, 'old\n');
  symlinkSync('/dev/full', `${file}.1`);
  trimLogs(inFolder(), 3);
  expect(readFileSync(file, 'utf8')).toBe('');
  expect(readdirSync(inFolder())).toEqual(['a.log']);
});
