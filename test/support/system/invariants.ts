import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import type { Result } from '../../../deploy/local/invariants/check.ts';
import type { Instance } from './instance.ts';
import { commandOf, ROOT } from './scripts.ts';

/** The result of `npm run invariants` for an instance. */
export async function checkInvariants({
  dataDir,
  databasePrefix,
}: Pick<Instance, 'dataDir' | 'databasePrefix'>): Promise<Result> {
  const [node, ...args] = commandOf('invariants');
  const env = { ...process.env, DATA_DIR: dataDir, MONGODB_DATABASE_PREFIX: databasePrefix };
  const child = spawn(node, [...args, '--json'], { cwd: ROOT, env });
  const [printed, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (printed === '') throw new Error(`npm run invariants has said nothing:\n${said}`);
  return JSON.parse(printed) as Result;
}

/** Expects that `npm run invariants` finds no violation. */
export async function expectInvariants(instance: Pick<Instance, 'dataDir' | 'databasePrefix'>): Promise<void> {
  expect(await checkInvariants(instance)).toMatchObject({ findings: [], broken: 0 });
}
