import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { clients } from '../../deploy/local/seed/data/clients.ts';
import { codeBelow } from '../support/code-blocks.ts';
import { type System, startSystem } from '../support/system/system.ts';

/** The first things that a reader of the README does, in any order and again. */

let system: System;
beforeAll(async () => {
  system = await startSystem();
}, 240_000);
afterAll(() => system.stop(), 60_000);

/** The five calls, as they stand in the README. Returns the bodies of the answers. */
async function fiveCalls(): Promise<Record<string, unknown>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-five-calls-'));
  try {
    symlinkSync(system.dataDir, join(folder, '.data'));
    const code = codeBelow('README.md', 'Five calls').replaceAll('https://localhost:8443', system.run.gateway.url);
    const { stdout } = await promisify(execFile)('bash', ['--norc', '-euo', 'pipefail', '-c', code], { cwd: folder });
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function total(path: string): Promise<number> {
  const { pagination } = await system.json<{ pagination: { total: number } }>(
    await system.login(),
    'GET',
    `/api/v1/${path}?limit=1`,
  );
  return pagination.total;
}

test('the five calls and the seed end well in any order, and again', async () => {
  for (const round of [1, 2]) {
    const [, created, , webhook] = await fiveCalls();
    expect([created?.id, webhook?.id]).toEqual([expect.any(String), expect.any(String)]);
    expect(await system.runScript('seed')).toMatchObject({ code: 0, stderr: '' });
    // The seed takes no client of the calls for its own, and adds nothing twice.
    expect(await total('clients')).toBe(clients.length + round);
    expect(await total('orders')).toBe(clients.length * 2);
  }
}, 600_000);
