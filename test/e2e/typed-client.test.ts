import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { ownOrg } from '../support/system/tenant.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCE = join(ROOT, 'test', 'support', 'typed-client');
const GUIDES = join(ROOT, 'test', 'support', 'guides');
const MODULES = join(ROOT, 'node_modules');

const own = ownOrg();

test('a client that is generated from the document is typed, and works', async () => {
  const { system } = own;
  const folder = mkdtempSync(join(tmpdir(), 'typed-client-'));
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [program, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: join(system.dataDir, 'tls', 'ca.pem') },
    });
  try {
    writeFileSync(join(folder, 'openapi.json'), await (await system.fetch('/openapi.json')).text());
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    copyFileSync(join(SOURCE, 'season.ts'), join(folder, 'season.ts'));
    copyFileSync(join(ROOT, 'tsconfig.json'), join(folder, 'base.json'));
    const settings = { extends: './base.json', include: ['*.ts'], exclude: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    symlinkSync(MODULES, join(folder, 'node_modules'));
    const generator = join(MODULES, 'openapi-typescript', 'bin', 'cli.js');
    await run(
      '--import',
      join(GUIDES, 'classic-typescript.mjs'),
      generator,
      'openapi.json',
      '--output',
      'openapi.d.ts',
    );
    await run(join(MODULES, 'typescript', 'bin', 'tsc'), '--noEmit');
    const { email, password } = system.admin;
    const { stdout } = await run(join(folder, 'season.ts'), system.run.gateway.url, email, password);
    expect(JSON.parse(stdout)).toEqual({
      lines: 1,
      status: 'submitted',
      consumption: 2,
      listed: [true],
      missing: 'not_found',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);
