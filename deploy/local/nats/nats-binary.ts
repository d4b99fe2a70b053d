import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrograms } from '../programs.ts';
import { StartError } from '../start-error.ts';
import { unpackPackage } from './nats-package.ts';
import { isRecent, MINIMUM, natsVersion } from './nats-version.ts';

const run = promisify(execFile);
const CONNECT_MS = 10_000;
const VERSION = '2.12.7';
/** The Debian release to use if the package of the system's own release is too old. */
const NEWER_DEBIAN = 'testing';
/** SHA-256 of the official archives of this version, by Go's name of the platform. */
const CHECKSUMS: Record<string, string> = {
  'darwin-amd64': '70206e297809b11a027ded44ffb505ef3b70c97349abfed1d1ead4b2c70efafb',
  'darwin-arm64': '51ee38117b16f3c7335e6a6680a89723450d9f6cd6701da5182d31189ebc6eb1',
  'linux-amd64': '570d2d627db111e679cc1e6bc57ba78f373ed1769acd8dc9c21c8f62d15b3c52',
  'linux-arm64': '3b9a79986778285c0e5acaba0b1218b72f6159db68fe5b8916a7d846240f9f22',
  'linux-ppc64le': '6508ea8a70d7d5cc68978150a55bd51e2a41a37f120c361d7b48c06c699728c8',
  'linux-s390x': '34ae4158237e879c7bf79875101f14a79184c23757f11d521c40c59518203950',
};

export interface FetchOptions {
  /** Folders that are searched first. */
  pathFolders: string[];
  /** Folder in which the downloaded program stays. */
  folder: string;
  say(line: string): void;
}

/**
 * Finds a nats-server of version `MINIMUM` or later: on the PATH, else an earlier download, else a new download. Needs
 * no root. Throws a StartError if it finds none.
 */
export async function findNatsServer({ pathFolders, folder, say }: FetchOptions): Promise<string> {
  for (const program of findPrograms('nats-server', [...pathFolders, folder])) {
    const version = await natsVersion(program);
    if (isRecent(version)) return program;
    say(`${program} is ${version ?? 'of no known version'}, older than ${MINIMUM}, and is not used`);
  }
  mkdirSync(folder, { recursive: true });
  const workFolder = mkdtempSync(join(folder, 'fetch-'));
  try {
    say(`No nats-server ${MINIMUM} or later is on the PATH: fetching one (only now)`);
    const fetched = await firstThatWorks([
      () => fetchRelease(workFolder, say),
      () => unpackPackage(join(workFolder, 'own'), undefined, say),
      () => unpackPackage(join(workFolder, 'newer'), NEWER_DEBIAN, say),
    ]);
    const program = join(folder, 'nats-server');
    renameSync(fetched, program);
    say(`nats-server is kept in ${program}`);
    return program;
  } finally {
    rmSync(workFolder, { recursive: true, force: true });
  }
}

async function firstThatWorks(ways: (() => Promise<string>)[]): Promise<string> {
  const faults: string[] = [];
  for (const way of ways) {
    try {
      const program = await way();
      const version = await natsVersion(program);
      if (isRecent(version)) return program;
      faults.push(`What was fetched is ${version ?? 'of no known version'}, older than ${MINIMUM}.`);
    } catch (error) {
      faults.push(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
    }
  }
  throw new StartError(
    `nats-server could not be fetched:\n  ${faults.join('\n  ')}\nInstall ${MINIMUM} or later (brew install nats-server, https://nats.io/download) or set NATS_URL.`,
  );
}

/** The archive of an official release. */
export interface Release {
  /** Name of the archive, without its ending, and of the folder in it. */
  name: string;
  url: string;
  /** SHA-256, as hexadecimal digits. */
  checksum: string;
}

/** The official release for a machine, in Node's words for platform and arch. Throws if no release is known for it. */
export function releaseFor({ platform, arch }: { platform: string; arch: string }): Release {
  const system = `${platform}-${{ x64: 'amd64', ppc64: 'ppc64le' }[arch] ?? arch}`;
  const checksum = CHECKSUMS[system];
  if (checksum === undefined) throw new Error(`No checksum of the official release is known for ${system}.`);
  const name = `nats-server-v${VERSION}-${system}`;
  const url = `https://github.com/nats-io/nats-server/releases/download/v${VERSION}/${name}.tar.gz`;
  return { name, url, checksum };
}

/**
 * Downloads the official release for this machine. Returns the path of the program. Throws if the checksum is not the
 * known one.
 */
export async function fetchRelease(
  folder: string,
  say: (line: string) => void,
  machine: Parameters<typeof releaseFor>[0] = process,
): Promise<string> {
  const { name, url, checksum } = releaseFor(machine);
  const archive = await download(url, say);
  const actual = createHash('sha256').update(archive).digest('hex');
  if (actual !== checksum) throw new Error(`${name}.tar.gz has the wrong checksum: ${actual} instead of ${checksum}.`);
  const file = join(folder, 'release.tar.gz');
  writeFileSync(file, archive);
  await run('tar', ['-xzf', file, '-C', folder]);
  return join(folder, name, 'nats-server');
}

async function download(url: string, say: (line: string) => void): Promise<Buffer> {
  say(`  from ${url}`);
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(new Error(`no answer within ${CONNECT_MS / 1000} s`)), CONNECT_MS);
  const response = await fetch(url, { signal: connecting.signal })
    .catch((error) => {
      throw new Error(`${url}: ${error.cause?.message ?? error.message}`);
    })
    .finally(() => clearTimeout(timer));
  if (!response.ok || response.body === null) throw new Error(`${url}: HTTP ${response.status}`);
  return readWithProgress(response.body, Number(response.headers.get('content-length')), say);
}

async function readWithProgress(
  body: AsyncIterable<Uint8Array>,
  total: number,
  say: (line: string) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let toldQuarters = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    const quarters = total > 0 ? Math.floor((4 * size) / total) : 0;
    if (quarters > toldQuarters) say(`  ${quarters * 25} %`);
    toldQuarters = quarters;
  }
  return Buffer.concat(chunks);
}
