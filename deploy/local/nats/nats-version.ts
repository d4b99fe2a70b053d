import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The minimum version: streams and consumers need it, and the tests run on it. */
export const MINIMUM = '2.12';

/** The version of a nats-server, such as `2.12.7`; undefined if it prints none. */
export async function natsVersion(program: string): Promise<string | undefined> {
  const { stdout } = await run(program, ['--version']).catch(() => ({ stdout: '' }));
  return /\bv(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
}

export function isRecent(version: string | undefined): boolean {
  const [least = [], actual = []] = [MINIMUM, version ?? '0.0'].map((text) => text.split('.').map(Number));
  const [major = 0, minor = 0] = actual;
  const [leastMajor = 0, leastMinor = 0] = least;
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}
