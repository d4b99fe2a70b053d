import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fetchRelease, findNatsServer } from '../../../../deploy/local/nats-binary.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-nats-binary-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

test('the program of the system is taken first', async () => {
  const program = join(folder, 'nats-server');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o755);
  expect(await findNatsServer({ pathFolders: ['/nowhere', folder], folder: '/nowhere', say: () => {} })).toBe(program);
});

test('an archive with a wrong checksum is not unpacked', async () => {
  const fetching = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('not the archive'));
  await expect(fetchRelease(folder, () => {})).rejects.toThrow(/wrong checksum/);
  expect(fetching.mock.calls[0]?.[0]).toMatch(/^https:\/\/github\.com\/nats-io\/nats-server\/releases\/download\/v/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a release that cannot be reached is told with its address', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause: new Error('no route') }));
  await expect(fetchRelease(folder, () => {})).rejects.toThrow(/^https:.*: no route$/);
});
