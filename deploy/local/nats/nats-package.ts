import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../programs.ts';

const run = promisify(execFile);
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';
/** apt's folders, inside of our own folder. So apt needs no root, and changes nothing of the system. */
const FOLDERS = ['state/lists/partial', 'cache/archives/partial'];

/**
 * Downloads and unpacks the package of nats-server from Debian or a related system: from the system's own release, or
 * from `release` of Debian, by the mirror that the system uses. apt verifies it like any package. Returns the path of
 * the program.
 */
export async function unpackPackage(
  folder: string,
  release: string | undefined,
  say: (line: string) => void,
): Promise<string> {
  for (const name of FOLDERS) mkdirSync(join(folder, name), { recursive: true });
  const options = ['-qq', ...own(folder), ...(release === undefined ? [] : await sourceOf(folder, release))];
  const apt = (...args: string[]) => run('apt-get', [...options, ...args], { cwd: folder });
  say(`  from the package repositories of ${release === undefined ? 'this system' : `Debian ${release}`}`);
  await apt('update');
  await apt('download', 'nats-server');
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get left no package.');
  await run('dpkg-deb', ['-x', join(folder, archive), folder]);
  const program = findProgram('nats-server', [join(folder, 'usr/sbin'), join(folder, 'usr/bin')]);
  if (program === undefined) throw new Error(`${archive} holds no nats-server.`);
  return program;
}

function own(folder: string): string[] {
  const settings = [`Dir::State=${folder}/state`, `Dir::Cache=${folder}/cache`, 'Acquire::Languages=none'];
  // Installed packages do not matter. A user who is not root has no sandbox user for the download.
  settings.push('Dir::State::status=/dev/null', 'APT::Sandbox::User=');
  return settings.flatMap((setting) => ['-o', setting]);
}

/** Options that make one release of Debian the only source. */
async function sourceOf(folder: string, release: string): Promise<string[]> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages']);
  const mirror = stdout.split('\n').find((line) => /\/debian\/?$/.test(line));
  if (mirror === undefined) throw new Error('This system uses no mirror of Debian.');
  const list = join(folder, 'sources.list');
  writeFileSync(list, `deb [signed-by=${KEYRING}] ${mirror} ${release} main\n`);
  return ['-o', `Dir::Etc::sourcelist=${list}`, '-o', 'Dir::Etc::sourceparts=-'];
}
