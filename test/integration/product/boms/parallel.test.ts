import { afterAll, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { as, bomScene, type Caller, caller } from './scene.ts';

const scene = await bomScene();
afterAll(() => scene.close());

/** Number of concurrent writes. Their callers wait without a deadline, so that no outcome is unknown on a busy machine. */
const AT_ONCE = 50;

/** Number of calls by outcome: `ok`, or the error code. */
async function outcomesOf(calls: Promise<unknown>[]): Promise<Map<string, number>> {
  const settled = await Promise.allSettled(calls);
  const codes = settled.map((one) => (one.status === 'fulfilled' ? 'ok' : codeOf(one.reason)));
  return new Map([...Map.groupBy(codes, (code) => code)].map(([code, those]) => [code, those.length]));
}

function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  throw error;
}

async function newBom(who: Caller): Promise<string> {
  const { record } = await scene.patientBoms.createBom({ bom: { styleId: 'jeans' } }, who);
  return record?.id ?? '';
}

test('50 lines that are added at once are all there, or refused', async () => {
  const who = caller();
  const id = await newBom(who);
  const added: string[] = [];
  const add = async (index: number) => {
    const lineItem = { description: `Line ${index}` };
    await scene.patientBoms.createBomLineItem({ id, version: '1', lineItem }, who);
    added.push(lineItem.description);
  };
  const outcomes = await outcomesOf(Array.from({ length: AT_ONCE }, (_, index) => add(index)));
  expect([...outcomes.keys()].filter((code) => code !== 'ok' && code !== 'conflict')).toEqual([]);
  const { record, revision } = await scene.patientBoms.getBomVersion({ id, version: '1' }, who);
  expect(record?.lineItems.map(({ description }) => description).sort()).toEqual(added.sort());
  expect(record?.lineItemCount).toBe(added.length);
  expect(revision).toBe(1 + added.length);
  expect((await scene.eventsOf(id)).map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(
    Array.from({ length: revision }, (_, index) => index + 1),
  );
}, 60_000);

test('50 writes of every kind at once: version numbers without a gap or a double, no line lost', async () => {
  const who = caller();
  const bob = as(who, { id: 'bob' });
  const id = await newBom(who);
  await scene.patientBoms.createBomLineItem({ id, version: '1', lineItem: { description: 'The first' } }, who);
  const kinds = [
    () => scene.patientBoms.createBomVersion({ id, version: {} }, who),
    () => scene.patientBoms.createBomLineItem({ id, version: '1', lineItem: {} }, who),
    () => scene.patientBoms.submitBom({ id }, who),
    () => scene.patientBoms.approveBom({ id }, bob),
    () => scene.patientBoms.rejectBom({ id }, bob),
  ];
  const calls = Array.from({ length: AT_ONCE }, (_, index) => kinds[index % kinds.length]?.() as Promise<unknown>);
  const outcomes = await outcomesOf(calls);
  expect([...outcomes.keys()].filter((code) => !['ok', 'conflict', 'invalid_transition'].includes(code))).toEqual([]);

  const { record, revision } = await scene.patientBoms.getBom({ id }, who);
  const versions = record?.versions ?? [];
  expect(versions.map(({ versionNumber }) => versionNumber)).toEqual(versions.map((_, index) => index + 1));
  expect(revision).toBe(2 + (outcomes.get('ok') ?? 0));
  expect(versions.filter(({ status }) => status === 'approved').length).toBeLessThanOrEqual(1);
  for (const version of versions) {
    expect(version.lineItems).toHaveLength(version.lineItemCount);
    expect(version.lineItems[0]?.description).toBe('The first');
  }
}, 60_000);
