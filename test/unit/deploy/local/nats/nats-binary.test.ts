import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fetchRelease, findNatsServer } from '../../../../../deploy/local/nats/nats-binary.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-nats-binary-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function install(name: string, version: string): string {
  const program = join(folder, name, 'nats-server');
  mkdirSync(join(folder, name));
  writeFileSync(program, `#!/bin/sh\necho "nats-server: v${version}"\n`);
  chmodSync(program, 0o755);
  return program;
}

test.each(['2.12.0', '2.15.1', '3.0.0'])('a program of the system is taken first: %s', async (version) => {
  const program = install('system', version);
  install('kept', '2.13.0');
  const pathFolders = ['/nowhere', join(folder, 'system')];
  expect(await findNatsServer({ pathFolders, folder: join(folder, 'kept'), say: () => {} })).toBe(program);
});

test.each(['2.9.10', '1.14.0'])('one that is too old is passed over, in one line: %s', async (version) => {
  const old = install('system', version);
  const kept = install('kept', '2.12.7');
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  expect(await findNatsServer({ pathFolders: [join(folder, 'system')], folder: join(folder, 'kept'), say })).toBe(kept);
  expect(said).toEqual([`${old} is ${version}, older than 2.12, and is not used`]);
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
