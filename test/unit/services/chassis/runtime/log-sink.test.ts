import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { LogSink } from '#chassis/runtime/log-sink.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import { eventually } from '../../../../support/eventually.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

/** A pause that only a flush ends. */
const AN_HOUR_MS = 3_600_000;
const inFolder = temporaryFolder();
const droppedLines = async () => (await registry.getSingleMetric('log_lines_dropped_total')?.get())?.values[0]?.value;

test('lines are written whole and in order', async () => {
  const file = inFolder('log');
  const descriptor = openSync(file, 'a');
  const sink = new LogSink(descriptor);
  const lines = Array.from({ length: 500 }, (_, i) => `${JSON.stringify({ i, text: 'é'.repeat(i) })}\n`);
  for (const line of lines) sink.write(line);
  await sink.flush();
  closeSync(descriptor);
  expect(readFileSync(file, 'utf8')).toBe(lines.join(''));
});

test('a lone line is written at once, and lines of the next moment share a write', async () => {
  const file = inFolder('shared');
  const descriptor = openSync(file, 'a');
  const sink = new LogSink(descriptor, AN_HOUR_MS);
  const seen = () => readFileSync(file, 'utf8');
  sink.write('1\n');
  await eventually(() => seen() === '1\n');
  sink.write('2\n');
  sink.write('3\n');
  for (let turn = 0; turn < 100; turn++) {
    await setImmediate();
    expect(seen()).toBe('1\n');
  }
  await sink.flush();
  expect(seen()).toBe('1\n2\n3\n');
  closeSync(descriptor);
});

test('what cannot be written is dropped and counted, and never thrown', async () => {
  // As a full disk: every write is refused with ENOSPC.
  const full = openSync('/dev/full', 'w');
  const sink = new LogSink(full);
  const before = (await droppedLines()) ?? 0;
  for (let i = 0; i < 3; i++) sink.write('{}\n');
  await sink.flush();
  expect(await droppedLines()).toBe(before + 3);
  closeSync(full);
});

test('a slow reader of a pipe gets every line that was not too much to hold', async () => {
  const pipe = inFolder('pipe');
  execFileSync('mkfifo', [pipe]);
  const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const sink = new LogSink(descriptor);
  const before = (await droppedLines()) ?? 0;
  const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  for (let i = 0; i < 10; i++) sink.write(line);
  expect(await droppedLines()).toBe(before + 5);
  let read = 0;
  const all = sink.flush().then(() => true);
  while (read < 5 * line.length) {
    read += readSome(descriptor);
    await setImmediate();
  }
  expect(await all).toBe(true);
  expect(await droppedLines()).toBe(before + 5);
  closeSync(descriptor);
});

function readSome(descriptor: number): number {
  try {
    return readSync(descriptor, Buffer.alloc(65_536));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    throw error;
  }
}
