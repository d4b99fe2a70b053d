import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { BomRepository } from '../../../services/product/boms/repository.ts';
import { bomScene } from '../../integration/product/boms/scene.ts';
import { eventually } from '../../support/eventually.ts';
import { type Caller, caller } from '../../support/service/callers.ts';

/**
 * Tests the queue for reads of large BOMs: a flood of one org must not use the memory and the time of other orgs. Sizes
 * are numbers of lines.
 */
const LARGE = 30;
const SMALL = 10;
const FLOOD = 40;

/** Loads of the greedy org's large version: running, maximum and all. Each load waits for `open`. */
const loads = { now: 0, most: 0, all: 0 };
let opened: Promise<void>;
let open: () => void;
const [greedy, other] = [caller(), caller()];
const scene = await bomScene(watch);
let large: string;
let small: string;
let others: string;

function watch(boms: BomRepository): BomRepository {
  const held = async <T>(orgId: string, isLarge: boolean, load: Promise<T>): Promise<T> => {
    if (orgId !== greedy.context.principal.orgId || !isLarge) return load;
    loads.most = Math.max(loads.most, ++loads.now);
    loads.all += 1;
    try {
      await opened;
      return await load;
    } finally {
      loads.now -= 1;
    }
  };
  return {
    ...boms,
    content: (orgId, version) => held(orgId, version.lineItemCount === LARGE, boms.content(orgId, version)),
    latestContents: (orgId, versions, others) =>
      held(
        orgId,
        versions.some(({ lineItemCount }) => lineItemCount === LARGE),
        boms.latestContents(orgId, versions, others),
      ),
  };
}

async function bomOf(who: Caller, count: number): Promise<string> {
  const { record } = await scene.boms.createBom({ bom: { styleId: 'jeans' } }, who);
  const id = record?.id ?? '';
  const lineItems = Array.from({ length: count }, (_, index) => ({
    description: `Line ${index}`.padEnd(count === LARGE ? 9_000 : 0, '.'),
  }));
  await scene.boms.replaceBomLineItems({ id, version: '1', lineItems }, who);
  return id;
}

beforeAll(async () => {
  large = await bomOf(greedy, LARGE);
  small = await bomOf(greedy, SMALL);
  others = await bomOf(other, LARGE);
}, 60_000);

beforeEach(() => {
  ({ promise: opened, resolve: open } = Promise.withResolvers<void>());
  Object.assign(loads, { now: 0, most: 0, all: 0 });
});
afterEach(() => open());

const inTime = (who: Caller) => ({ ...who, deadline: Date.now() + 30_000 });

const reads: Record<string, (id: string, who: Caller) => Promise<unknown>> = {
  'the BOM': (id, who) => scene.patientBoms.getBom({ id }, who),
  'a version': (id, who) => scene.patientBoms.getBomVersion({ id, version: '1' }, who),
  'a line': (id, who) => scene.patientBoms.getBomLineItem({ id, version: '1', lineItemId: 'none' }, who),
  'a cost': (id, who) => scene.patientBoms.getBomCost({ id, version: '1' }, who),
  'a comparison': (id, who) => scene.patientBoms.compareBomVersions({ id, versionA: '1', versionB: '1' }, who),
};

test.each(Object.entries(reads))(
  'of %s, one is read at a time; others, and small ones, do not wait',
  async (name, read) => {
    const outcomes: string[] = [];
    const flood = Array.from({ length: FLOOD }, () =>
      read(large, inTime(greedy)).then(
        () => outcomes.push('ok'),
        ({ code }) => outcomes.push(code),
      ),
    );
    const sides = name === 'a comparison' ? 2 : 1;
    await eventually(() => loads.now === sides);

    const version = { version: '1' };
    expect(
      (await scene.patientBoms.getBomVersion({ id: others, ...version }, inTime(other))).record?.lineItemCount,
    ).toBe(LARGE);
    expect(
      (await scene.patientBoms.getBomVersion({ id: small, ...version }, inTime(greedy))).record?.lineItemCount,
    ).toBe(SMALL);
    expect(loads).toEqual({ now: sides, most: sides, all: sides });

    open();
    await Promise.all(flood);
    expect(loads).toEqual({ now: 0, most: sides, all: FLOOD * sides });
    expect(outcomes).toEqual(Array(FLOOD).fill(name === 'a line' ? 'not_found' : 'ok'));
  },
  60_000,
);

test('who has no time left leaves the queue', async () => {
  const version = { id: large, version: '1' };
  const first = scene.patientBoms.getBomVersion(version, inTime(greedy));
  await eventually(() => loads.now === 1);
  await expect(
    scene.patientBoms.getBomVersion(version, { ...greedy, deadline: Date.now() + 300 }),
  ).rejects.toMatchObject({
    code: 'deadline_exceeded',
  });
  open();
  await first;
  await scene.patientBoms.getBomVersion(version, inTime(greedy));
  expect(loads.all).toBe(2);
}, 60_000);
