import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { shareBackends } from '../support/backends/shared-backends.ts';
import { eventually } from '../support/eventually.ts';
import { type System, startSystem } from '../support/system/system.ts';

const backends = shareBackends();
let system: System;
let finance: mongoose.Connection;
let token: string;

beforeAll(async () => {
  system = await startSystem({ env: backends.env });
  const dbName = `${system.databasePrefix}_finance`;
  finance = await mongoose.createConnection(system.run.mongodb.url, { dbName }).asPromise();
  token = await system.login();
}, 120_000);
afterAll(async () => {
  await finance.close();
  await system.stop();
  await backends.cleanUp();
}, 60_000);

const copies = () =>
  finance.collection<{ _id: string; copy?: { id: string; name: string }; deletedAt?: Date }>('local_copies');
const copyOf = (id: string) => copies().findOne({ 'copy.id': id });

async function create(path: string, body: object): Promise<{ id: string }> {
  const response = await system.call(token, 'POST', path, body);
  expect(response.status).toBe(200);
  return (await response.json()) as { id: string };
}

/** What `npm run copies:…` prints of the kinds that differ, and how it ends. */
async function run(task: 'check' | 'rebuild'): Promise<{ code: number | null; differ: string[] }> {
  const { code, stdout } = await system.runScript(`copies:${task}`);
  const kinds = stdout.split('\n').filter((line) => line.includes(' missing, '));
  expect(kinds).toHaveLength(5);
  return { code, differ: kinds.filter((line) => !line.endsWith(': 0 missing, 0 outdated, 0 superfluous')) };
}

test("finance follows product's events; the check finds what it does not have, and the rebuild mends it", async () => {
  const client = await create('/api/v1/clients', { name: 'Mill', country: 'DE', maxAccountValue: 1, currency: 'EUR' });
  const supplier = await create('/api/v1/suppliers', { name: 'Zip' });
  const style = await create('/api/v1/styles', { name: 'Jacket', colors: ['Red'], sizes: ['S', 'M'] });
  const bom = await create('/api/v1/bom', { styleId: style.id });
  const material = await create('/api/v1/materials', { name: 'Twill' });
  const gone = await create('/api/v1/suppliers', { name: 'Gone' });
  for (const { id } of [client, supplier, style, bom, material, gone])
    await eventually(async () => expect(await copyOf(id)).toMatchObject({ copy: { id } }));
  expect((await system.call(token, 'DELETE', `/api/v1/suppliers/${gone.id}`)).status).toBe(200);
  await eventually(async () => expect(await copyOf(gone.id)).toBeNull());
  expect(await run('check')).toEqual({ code: 0, differ: [] });

  await copies().deleteOne({ 'copy.id': style.id });
  await copies().updateOne({ 'copy.id': client.id }, { $set: { 'copy.name': 'Wrong' } });
  const differ = ['client: 0 missing, 1 outdated, 0 superfluous', 'style: 1 missing, 0 outdated, 0 superfluous'];
  expect(await run('check')).toEqual({ code: 1, differ });
  expect(await run('rebuild')).toEqual({ code: 0, differ });
  expect([await copyOf(client.id), await copyOf(style.id)]).toMatchObject([
    { copy: { name: 'Mill' } },
    { copy: { name: 'Jacket', skus: [{ size: 'S' }, { size: 'M' }] } },
  ]);
  expect(await run('check')).toEqual({ code: 0, differ: [] });
}, 120_000);
