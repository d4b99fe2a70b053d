import { expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { caller } from '../../../support/service/callers.ts';
import { bomScene } from './scene.ts';

const scene = await bomScene();

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

test('50 writes of every kind at once: version numbers without a gap or a double, no line lost', async () => {
  const who = caller();
  const bob = caller({ ...who.context.principal, id: 'bob' });
  const { record: bom } = await scene.patientBoms.createBom({ bom: { styleId: 'jeans' } }, who);
  const id = bom?.id ?? '';
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
