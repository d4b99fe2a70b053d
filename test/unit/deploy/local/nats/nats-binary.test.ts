import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { fetchRelease, findNatsServer, releaseFor } from '../../../../../deploy/local/nats/nats-binary.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const inFolder = temporaryFolder();

afterEach(() => void jest.restoreAllMocks());

function install(name: string, version: string): string {
  const program = inFolder(name, 'nats-server');
  mkdirSync(inFolder(name));
  writeFileSync(program, `#!/bin/sh\necho "nats-server: v${version}"\n`);
  chmodSync(program, 0o755);
  return program;
}

test.each(['2.12.0', '2.15.1', '3.0.0'])('a program of the system is taken first: %s', async (version) => {
  const program = install('system', version);
  install('kept', '2.13.0');
  const pathFolders = ['/nowhere', inFolder('system')];
  expect(await findNatsServer({ pathFolders, folder: inFolder('kept'), say: () => {} })).toBe(program);
});

test.each(['2.9.10', '1.14.0'])('one that is too old is passed over, in one line: %s', async (version) => {
  const old = install('system', version);
  const kept = install('kept', '2.12.7');
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  expect(await findNatsServer({ pathFolders: [inFolder('system')], folder: inFolder('kept'), say })).toBe(kept);
  expect(said).toEqual([`${old} is ${version}, older than 2.12, and is not used`]);
});

const MACHINES = [
  ['darwin', 'arm64', 'darwin-arm64', '51ee38117b16f3c7335e6a6680a89723450d9f6cd6701da5182d31189ebc6eb1'],
  ['darwin', 'x64', 'darwin-amd64', '70206e297809b11a027ded44ffb505ef3b70c97349abfed1d1ead4b2c70efafb'],
  ['linux', 'arm64', 'linux-arm64', '3b9a79986778285c0e5acaba0b1218b72f6159db68fe5b8916a7d846240f9f22'],
  ['linux', 'x64', 'linux-amd64', '570d2d627db111e679cc1e6bc57ba78f373ed1769acd8dc9c21c8f62d15b3c52'],
  ['linux', 'ppc64', 'linux-ppc64le', '6508ea8a70d7d5cc68978150a55bd51e2a41a37f120c361d7b48c06c699728c8'],
  ['linux', 's390x', 'linux-s390x', '34ae4158237e879c7bf79875101f14a79184c23757f11d521c40c59518203950'],
] as const;

describe.each(MACHINES)('a machine of %s on %s', (platform, arch, system, checksum) => {
  test('asks for its own archive, of its own checksum', () => {
    const name = `nats-server-v2.12.7-${system}`;
    const url = `https://github.com/nats-io/nats-server/releases/download/v2.12.7/${name}.tar.gz`;
    expect(releaseFor({ platform, arch })).toEqual({ name, url, checksum });
  });

  test('does not unpack an archive with another one', async () => {
    const fetching = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('not the archive'));
    const fetched = fetchRelease(inFolder(), () => {}, { platform, arch });
    await expect(fetched).rejects.toThrow(new RegExp(`-${system}.tar.gz has the wrong checksum: .* of ${checksum}`));
    expect(fetching.mock.calls.map(([url]) => url)).toEqual([releaseFor({ platform, arch }).url]);
    expect(readdirSync(inFolder())).toEqual([]);
  });
});

test.each([
  ['win32', 'x64', 'win32-amd64'],
  ['linux', 'riscv64', 'linux-riscv64'],
])(
  'a machine of %s on %s, of which no checksum is known, is told so, and fetches nothing',
  async (platform, arch, system) => {
    const fetching = jest.spyOn(globalThis, 'fetch');
    const words = `No checksum of the official release is known for ${system}.`;
    await expect(fetchRelease(inFolder(), () => {}, { platform, arch })).rejects.toThrow(new Error(words));
    expect(fetching).not.toHaveBeenCalled();
  },
);

test('a release that cannot be reached is told with its address', async () => {
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause: new Error('no route') }));
  await expect(fetchRelease(inFolder(), () => {})).rejects.toThrow(/^https:.*: no route$/);
});
