import { afterEach, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { type Caller, caller, keyed } from '../../../support/service/callers.ts';
import { bomScene } from './scene.ts';

/** True: lines can only be read within a transaction. */
let isLost = false;
const lost = () => Promise.reject(new AppError('upstream_unavailable', 'The database cannot be reached'));
const scene = await bomScene((boms) => ({
  ...boms,
  content: (...which) => (isLost ? lost() : boms.content(...which)),
  latestContents: (...which) => (isLost ? lost() : boms.latestContents(...which)),
}));
afterEach(() => {
  isLost = false;
});

async function newBom(who: Caller): Promise<string> {
  return (await scene.boms.createBom({ bom: { styleId: 'jeans' } }, who)).record?.id ?? '';
}

const LINES = 2_000;
/**
 * Maximum duration of a write in milliseconds (decisions 1: Sizes, times). Work that grows with the square of the lines
 * would take far longer.
 */
const QUICK = 8_000;

const lineItems = Array.from({ length: LINES }, (_, index) => ({
  category: `Category ${index % 12}`,
  description: `Line ${index}, sewn on with care`,
  grossConsumption: 1 + index / 1000,
  sellingTolerance: 3,
  buyingTolerance: 5,
  materialCostInNativeCurrency: 2.5,
  nativeCurrency: 'EUR',
  estimatedMaterialPreparationLeadTime: 14,
  assignedMaterialOptions: [{ materialId: 'denim', skuId: 'blue', cost: 2.5, currency: 'EUR', priority: 1 }],
  chosenAssignedMaterialId: 'denim',
  chosenAssignedSkuId: 'blue',
}));

test('a version of 2,000 lines is written, changed, copied, compared and costed quickly', async () => {
  const who = caller();
  await scene.exchangeRates.putExchangeRates({ rates: { EUR: '1.08' } }, who);
  const id = await newBom(who);
  const taken: Record<string, number> = {};
  const timed = async <T>(name: string, work: Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work;
    taken[name] = Math.round(performance.now() - start);
    return result;
  };

  const put = await timed('replace', scene.boms.replaceBomLineItems({ id, version: '1', lineItems }, who));
  expect(put.record?.lineItems).toHaveLength(LINES);
  const line = { id, version: '1', lineItemId: put.record?.lineItems[999]?.id ?? '' };
  const change = { ...line, patch: { grossConsumption: 9 }, fields: ['grossConsumption'] };
  expect((await timed('change one', scene.boms.updateBomLineItem(change, who))).record?.netSellingConsumption).toBe(
    9.27,
  );
  await timed('submit', scene.boms.submitBom({ id }, who));
  await timed('copy', scene.boms.createBomVersion({ id, version: {} }, who));
  const { lineItemDiffs } = await timed(
    'compare',
    scene.boms.compareBomVersions({ id, versionA: '1', versionB: '2' }, who),
  );
  expect(lineItemDiffs).toEqual([]);
  const { total } = await timed('cost', scene.boms.getBomCost({ id, version: '1' }, who));
  expect(total?.linesWithoutCost).toBe(0);
  const { record } = await timed('read', scene.boms.getBomVersion({ id, version: '2' }, who));
  expect(record?.lineItems).toHaveLength(LINES);
  expect(Math.max(...Object.values(taken))).toBeLessThan(QUICK);
}, 60_000);

test('what one message cannot hold is left to be read version by version', async () => {
  const who = caller();
  const id = await newBom(who);
  await scene.boms.replaceBomLineItems({ id, version: '1', lineItems: lineItems.slice(0, 1_500) }, who);
  await scene.boms.createBomVersion({ id, version: {} }, who);
  const { record } = await scene.boms.getBom({ id }, who);
  expect(record?.versions.map(({ lineItemCount, lineItems: held }) => [lineItemCount, held.length])).toEqual([
    [1_500, 0],
    [1_500, 1_500],
  ]);
}, 30_000);

test('lines of more than 6 MiB are refused, and nothing is changed', async () => {
  const who = caller();
  const id = await newBom(who);
  const long = { description: 'x'.repeat(10_000) };
  const tooMuch = Array.from({ length: 700 }, () => long);
  await expect(scene.boms.replaceBomLineItems({ id, version: '1', lineItems: tooMuch }, who)).rejects.toMatchObject({
    code: 'body_too_large',
  });
  expect((await scene.boms.getBom({ id }, who)).revision).toBe(1);
}, 30_000);

test('a write that has happened is answered without its lines when the database goes away', async () => {
  const who = caller();
  isLost = true;
  const created = await scene.boms.createBom({ bom: { styleId: 'jeans' } }, who);
  const id = created.record?.id ?? '';
  await scene.boms.replaceBomLineItems({ id, version: '1', lineItems: [{}, {}] }, who);
  const { record, revision, eventId } = await scene.boms.submitBom({ id }, who);
  expect([revision, eventId]).toEqual([3, expect.stringMatching(/^evt_/)]);
  expect(record?.versions).toMatchObject([{ status: 'submitted', lineItemCount: 2, lineItems: [] }]);
  await expect(scene.boms.getBom({ id }, who)).rejects.toMatchObject({ code: 'upstream_unavailable' });
}, 30_000);

test('a large version whose lines are lost when its write is repeated leaves its caller in doubt', async () => {
  const who = caller();
  const id = await newBom(who);
  const lines = Array.from({ length: 60 }, () => ({ description: 'x'.repeat(9_000) }));
  await scene.boms.replaceBomLineItems({ id, version: '1', lineItems: lines }, who);
  const once = keyed(who, 'POST');
  await scene.boms.createBomVersion({ id, version: {} }, once);
  isLost = true;
  const soon = { ...once, deadline: Date.now() + 2_500 };
  await expect(scene.boms.createBomVersion({ id, version: {} }, soon)).rejects.toMatchObject({
    code: 'outcome_unknown',
  });
}, 30_000);

test('lines for another revision are not judged', async () => {
  const who = caller();
  const id = await newBom(who);
  const wrong = { id, version: '1', lineItems: [{ grossConsumption: -1 }] };
  await expect(scene.boms.replaceBomLineItems({ ...wrong, expectedRevision: 7 }, who)).rejects.toMatchObject({
    code: 'version_mismatch',
  });
  await expect(scene.boms.replaceBomLineItems({ ...wrong, expectedRevision: 1 }, who)).rejects.toMatchObject({
    code: 'validation_failed',
  });
}, 30_000);

/** Adds 9 MB of texts to the versions, as before their size was limited. */
async function withMuchSaid(id: string, who: Caller): Promise<void> {
  await scene.boms.createBomVersion({ id, version: { changeDescription: '漢'.repeat(10_000) } }, who);
  const boms = scene.store.connection.collection<{ _id: string; versions: object[] }>('boms');
  const [first, second] = ((await boms.findOne({ _id: id }))?.versions ?? []) as [object, { id: string }];
  const versions = Array.from({ length: 299 }, (_, index) => {
    const isLast = index === 298;
    return { ...second, id: isLast ? second.id : `${second.id}-${index}`, versionNumber: index + 2 };
  });
  await boms.updateOne({ _id: id }, { $set: { versions: [first, ...versions] } });
}

test('a BOM with more text than it may have is read, listed and changed, and gets no more', async () => {
  const who = caller();
  const id = await newBom(who);
  await withMuchSaid(id, who);
  const long = Array.from({ length: 560 }, () => ({ description: 'x'.repeat(10_000) }));
  await scene.patientBoms.replaceBomLineItems({ id, version: '300', lineItems: long }, who);

  const { record } = await scene.patientBoms.getBom({ id }, who);
  // The lines do not fit into the answer with the texts.
  expect(record?.versions.at(-1)).toMatchObject({ versionNumber: 300, lineItemCount: 560, lineItems: [] });
  const listed = await scene.patientBoms.listBoms({ query: { page: 1, limit: 10, sort: '-createdAt' } }, who);
  expect(listed.data.map((one) => [one.id, one.versionCount])).toEqual([[id, 300]]);
  const versions = await scene.patientBoms.listBomVersions(
    { id, query: { page: 3, limit: 100, sort: 'versionNumber' } },
    who,
  );
  expect(versions.data).toHaveLength(100);

  await scene.patientBoms.replaceBomLineItems({ id, version: '300', lineItems: [{}] }, who);
  expect((await scene.patientBoms.getBom({ id }, who)).record?.versions.at(-1)?.lineItems).toHaveLength(1);
  await scene.patientBoms.submitBom({ id }, who);
  const more = { id, version: { changeDescription: 'x'.repeat(10_000) } };
  await expect(scene.patientBoms.createBomVersion(more, who)).rejects.toMatchObject({ code: 'body_too_large' });
  await expect(scene.patientBoms.rejectBom({ id, rejectionReason: 'x'.repeat(10_000) }, who)).rejects.toMatchObject({
    code: 'body_too_large',
  });
  await scene.patientBoms.rejectBom({ id, rejectionReason: 'Too dear' }, who);
  expect((await scene.patientBoms.createBomVersion({ id, version: {} }, who)).record?.versionNumber).toBe(301);
}, 60_000);
