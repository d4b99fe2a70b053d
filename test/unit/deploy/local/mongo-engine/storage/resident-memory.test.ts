import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { ResidentMemory } from '#engine/storage/resident-memory.ts';
import { collectGarbage } from '../../../../../support/collect-garbage.ts';

const MEBIBYTE = 1024 * 1024;
const BUFFER = 16 * 1024;
const BUFFERS = (96 * MEBIBYTE) / BUFFER;

function anonymous(): number {
  const [, kibibytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

test('what is free between buffers that are in use is given back, and those stay as they are', () => {
  const memory = new ResidentMemory('/proc/self/exe');
  Reflect.set(memory, 'leastNative', 0);
  memory.giveBackFree();
  let buffers = Array.from({ length: BUFFERS }, (_, index) => Buffer.alloc(BUFFER, index % 251));
  buffers = buffers.filter((_, index) => index % 64 === 0);
  // The first finds them dead, the second has freed them.
  collectGarbage();
  collectGarbage();
  const before = anonymous();
  memory.giveBackFree();
  expect(before - anonymous()).toBeGreaterThan(48 * MEBIBYTE);
  expect(buffers.every((buffer, index) => buffer.every((byte) => byte === (index * 64) % 251))).toBe(true);
});
