import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/** Each fact has one owner and the compiler pins its neighbours: shown by breaking a copy of `proto/` and checking it. */
const run = promisify(execFile);
const root = process.cwd();
const ORDERS_COUNT = "'ordersCount': (number);";
const CONTRACT = 'product/v1/client.contract.ts';
const STATUS = 'status: stateOf(ArchivableStatus),';
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'pins-'));
  await cp(join(root, 'proto'), join(copy, 'proto'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  await writeFile(
    join(copy, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['proto/product/v1/client.contract.ts'] }),
  );
  await writeFile(join(copy, 'package.json'), JSON.stringify({ type: 'module' }));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

test('contract and messages agree as they are', async () => {
  expect(await typeErrors()).toBe('');
});

test.each([
  ['the message gains a field', 'gen/product/v1/Client.ts', ORDERS_COUNT, `${ORDERS_COUNT} 'extra'?: (string);`],
  ['the message loses a field', 'gen/product/v1/Client.ts', ORDERS_COUNT, ''],
  ['the message changes a type', 'gen/product/v1/Client.ts', ORDERS_COUNT, "'ordersCount': (string);"],
  ['the contract gains a field', CONTRACT, STATUS, `${STATUS} extra: readOnly({ answered: text() }, 'More'),`],
  ['the contract loses a field', CONTRACT, STATUS, ''],
  ['the contract forgets that a field may be absent', CONTRACT, 'taxId: clearable(', 'taxId: required('],
])('%s: the type check fails', async (_case, file, before, after) => {
  const path = join(copy, 'proto', file);
  const original = await readFile(path, 'utf8');
  expect(original).toContain(before);
  // The generated file holds the input type first and the output type last; the pin looks at the output.
  const at = original.lastIndexOf(before);
  await writeFile(path, original.slice(0, at) + after + original.slice(at + before.length));
  const errors = await typeErrors();
  await writeFile(path, original);
  expect(errors).toContain('product/v1/client.contract.ts');
});

async function typeErrors(): Promise<string> {
  return run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', copy]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}
