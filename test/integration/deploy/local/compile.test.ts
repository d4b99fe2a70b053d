import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compile, runs } from '../../../../deploy/local/compile.ts';
import { engineArguments } from '../../../../deploy/local/mongodb.ts';
import { PROCESSES } from '../../../../deploy/local/processes.ts';

test('every process of a start is compiled before the first, and the thread that draws', () => {
  const own = PROCESSES.map((name) => (name === 'gateway' ? 'gateway/main.ts' : `services/${name}/main.ts`));
  const all = [
    'deploy/local/start.ts',
    'deploy/local/mongo-engine/main.ts',
    'services/finance/pdf/drawing-thread.ts',
    ...own,
  ];
  const compiled = runs().map((args) => all.find((entry) => args.some((arg) => arg.endsWith(`/${entry}`))));
  expect(compiled.sort()).toEqual(all.sort());
});

test('what is compiled is not compiled again, but for other flags', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'selvedge-compiled-'));
  const compiled = () => readdirSync(cache, { recursive: true }).length;
  try {
    await compile([engineArguments()], cache);
    const once = compiled();
    // Its own modules, and those that they use.
    expect(once).toBeGreaterThan(100);
    await compile([engineArguments()], cache);
    expect(compiled()).toBe(once);
    await compile([['--optimize-for-size', ...engineArguments()]], cache);
    expect(compiled()).toBeGreaterThan(once);
  } finally {
    rmSync(cache, { recursive: true });
  }
});
