import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Snapshot } from '../../../../services/finance/local-copies/domain/snapshot.ts';
import { type CopyReader, copyReader } from '../../../../services/finance/local-copies/reader-repository.ts';
import { COLLECTION, copyRepository } from '../../../../services/finance/local-copies/repository.ts';
import { dropStore, openTestStore, sharedMongo, startEngine, type TestMongo } from '../../../support/backends/mongo.ts';
import { countsKeys, plansOf, watched } from '../../../support/read-plans.ts';

let mongo: TestMongo;
let store: Store;
let reader: CopyReader;

const STYLES = 1_500;
const ORGS = ['o1', 'o2', 'o3'];
const SKUS = 4;

const numberOf = (index: number) => `STY-2026-${String(index).padStart(6, '0')}`;
const style = (orgId: string, index: number): Snapshot => ({
  key: { orgId, kind: 'style', id: `${orgId}s${index}` },
  revision: 1,
  is: 'known',
  copy: {
    id: `${orgId}s${index}`,
    documentId: numberOf(index),
    name: `Jacket ${index}`,
    refId: null,
    status: 'active',
    clientId: null,
    skus: Array.from({ length: SKUS }, (_, sku) => ({
      id: `${orgId}s${index}k${sku}`,
      documentId: `${numberOf(index)}-${sku}`,
      color: 'Red',
      size: `${sku}`,
    })),
  },
});

beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore({ url: watched(mongo.url) });
  if (!(await countsKeys(store))) {
    await dropStore(store);
    mongo = await startEngine();
    store = await openTestStore({ url: watched(mongo.url) });
  }
  await store.start();
  const copies = copyRepository(store);
  reader = copyReader(store);
  for (const orgId of ORGS) {
    for (let from = 0; from < STYLES; from += 500)
      await copies.apply(Array.from({ length: 500 }, (_, index) => style(orgId, from + index)));
  }
}, 60_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
});

const scope = { orgId: 'o2' };
const ids = ['o2s3', 'o2s700'];
const numbers = [numberOf(5), numberOf(900)];

test.each<[string, () => Promise<{ size: number } | { length: number }>, number]>([
  ['copies by their ids', () => reader.find(scope, 'style', ids), 2],
  ['copies by their numbers', () => reader.find(scope, 'style', numbers), 2],
  ['copies by either', () => reader.summaries(scope, 'style', [...ids, ...numbers]), 4],
  ['SKUs by their ids', () => reader.skus(scope, ['o2s3k1', 'o2s700k2']), 2],
  ['SKUs by either', () => reader.skus(scope, ['o2s3k1', `${numberOf(5)}-1`]), 2],
  ['ids by part of the name', async () => reader.idsByName('o2', 'style', 'JACKET 149'), 11],
])('%s are read from an index', async (_what, read, found) => {
  let answer: Awaited<ReturnType<typeof read>> | undefined;
  const plans = await plansOf(store, COLLECTION, async () => {
    answer = await read();
  });
  expect(answer && ('size' in answer ? answer.size : answer.length)).toBe(found);
  expect(plans.length).toBeGreaterThan(0);
  for (const { docsExamined, returned } of plans) expect(docsExamined).toBeLessThanOrEqual(returned + 2);
});

test('a search by name reads the names of the kind and org alone', async () => {
  const [plan] = await plansOf(store, COLLECTION, () => reader.idsByName('o2', 'style', 'JACKET 149'));
  expect(plan?.index).toEqual({ orgId: 1, kind: 1, name: 1, _id: 1 });
  expect(plan?.keysExamined).toBeLessThanOrEqual(STYLES + 1);
});
