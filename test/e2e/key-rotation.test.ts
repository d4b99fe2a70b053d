import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { eventually } from '../support/eventually.ts';
import { killAndWait } from '../support/system/outage.ts';
import { type System, startSystem } from '../support/system/system.ts';

const env = { SIGNING_KEY_AHEAD_SECONDS: '1' };
let system: System;
beforeAll(async () => {
  system = await startSystem({ env });
}, 120_000);
afterAll(() => system.stop(), 60_000);

const status = async (token: string) => (await system.call(token, 'GET', '/auth/test/admin')).status;

async function listedKeys(): Promise<string[]> {
  const { keys } = (await (await system.fetch('/.well-known/jwks.json')).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

test('npm run keys:rotate makes the next key; tokens of both are good, and nobody is logged out', async () => {
  const before = await system.login();
  const { stdout } = await promisify(execFile)('npm', ['run', 'keys:rotate'], {
    env: { ...process.env, ...env, DATA_DIR: system.dataDir, MONGODB_DATABASE_PREFIX: system.databasePrefix },
  });
  const [, kid] = /^Key (\S+) signs from 2\S+Z on$/m.exec(stdout) ?? [];
  expect(kid).toBeDefined();
  expect(await status(before)).toBe(200);

  // It would learn of the key within a minute.
  await killAndWait(system, 'identity');
  const after = await eventually(async () => {
    const token = await system.login();
    return decodeProtectedHeader(token).kid === kid && token;
  }, 30_000);
  // A gateway asks about a key that it does not know once in 5 s; in real life keys are known an hour ahead.
  for (const token of [before, String(after)]) await eventually(async () => expect(await status(token)).toBe(200));
  expect((await listedKeys()).sort()).toEqual([decodeProtectedHeader(before).kid, kid].sort());
}, 90_000);
