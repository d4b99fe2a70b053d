import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

/** A contract and its message must agree. Each case breaks a copy of `proto/`, and the type check must name the contract. */
const run = promisify(execFile);
const root = process.cwd();
const ORDERS_COUNT = "'ordersCount': (number);";
const MESSAGE = 'gen/product/v1/Client.ts';
const CONTRACT = 'product/v1/client.contract.ts';
const STATUS = 'status: stateOf(ArchivableStatus),';
/** By case: the file, and a part of it before and after. */
const CASES: [name: string, file: string, before: string, after: string][] = [
  ['nothing changes', CONTRACT, STATUS, STATUS],
  ['the message gains a field', MESSAGE, ORDERS_COUNT, `${ORDERS_COUNT} 'extra'?: (string);`],
  ['the message loses a field', MESSAGE, ORDERS_COUNT, ''],
  ['the message changes a type', MESSAGE, ORDERS_COUNT, "'ordersCount': (string);"],
  ['the contract gains a field', CONTRACT, STATUS, `${STATUS} extra: readOnly({ answered: text() }, 'More'),`],
  ['the contract loses a field', CONTRACT, STATUS, ''],
  ['the contract forgets that a field may be absent', CONTRACT, 'taxId: clearable(', 'taxId: required('],
];
const folderOf = (name: string) => name.replaceAll(' ', '-');
let folder: string;
let errors: string;

// The compiler reads all copies at once, since most of its time goes to the packages that they share.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pins-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { compilerOptions } = JSON.parse(await readFile(join(root, 'tsconfig.json'), 'utf8'));
  const include = CASES.map(([name]) => `${folderOf(name)}/${CONTRACT}`);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  await Promise.all(CASES.map(breakCopy));
  errors = await typeErrors();
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(CASES)('%s: the type check names the contract', (name) => {
  const isNamed = errors.includes(`${folderOf(name)}/${CONTRACT}`);
  expect(isNamed).toBe(name !== 'nothing changes');
});

async function breakCopy([name, file, before, after]: (typeof CASES)[number]): Promise<void> {
  const copy = join(folder, folderOf(name));
  await cp(join(root, 'proto'), copy, { recursive: true });
  const text = await readFile(join(copy, file), 'utf8');
  expect(text).toContain(before);
  // The generated file contains the input type first and the output type last. The pin compares the output.
  const at = text.lastIndexOf(before);
  await writeFile(join(copy, file), text.slice(0, at) + after + text.slice(at + before.length));
}

async function typeErrors(): Promise<string> {
  return run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  );
}
