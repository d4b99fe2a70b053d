import { expect, test } from '@jest/globals';
import { recordReader } from '#chassis/records/record-reader.ts';
import { countsKeys, plansOf, type ReadPlan, watched } from '../../support/read-plans.ts';
import { aThing, type Thing, thingsOf } from '../../support/writing.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore(watched);
const read = recordReader(thingsOf(store));
await store.start();
const ours = [aThing(), aThing(), aThing()];
const theirs = [aThing({ orgId: 'o2' }), aThing({ orgId: 'o2' })];
await thingsOf(store).insertMany([...ours, ...theirs]);

test('reads that come at once are answered each with its own record, or with none', async () => {
  const ids = [...ours, ...theirs, aThing()].map(({ _id }) => _id);
  const found = await Promise.all([...ids, ...ids].map((id) => read({ orgId: 'o1', id })));
  const expected = [...ours.map(({ name }) => name), undefined, undefined, undefined];
  expect(found.map((thing) => thing?.name)).toEqual([...expected, ...expected]);
});

test('a record of another org stays unseen though its own org reads it at the same time', async () => {
  const [thing] = theirs as [Thing];
  const [asStranger, asOwner] = await Promise.all(['o1', 'o2'].map((orgId) => read({ orgId, id: thing._id })));
  expect(asStranger).toBeUndefined();
  expect(asOwner).toMatchObject({ _id: thing._id, orgId: 'o2' });
});

test('a read sees what was written before it came, while others run', async () => {
  const thing = aThing();
  const running = ours.map(({ _id }) => read({ orgId: 'o1', id: _id }));
  await thingsOf(store).insertMany([thing]);
  expect(await read({ orgId: 'o1', id: thing._id })).toMatchObject({ _id: thing._id });
  await Promise.all(running);
});

test('a value that is the same in many orgs is read for those alone that ask for it', async () => {
  const orgIds = ['n1', 'n2', 'n3', 'n4'];
  const names = ['first', 'second', 'third', 'fourth'];
  await thingsOf(store).insertMany(orgIds.flatMap((orgId) => names.map((name) => aThing({ orgId, name }))));
  const readNamed = recordReader(thingsOf(store), 'name');
  const asked = orgIds.map((orgId, index) => ({ orgId, id: names[index] as string }));
  const keys = [...asked, { orgId: 'n1', id: 'fourth' }, { orgId: 'n1', id: 'fifth' }];
  const found: (Thing | undefined)[] = [];
  const work = async () => void found.push(...(await Promise.all(keys.map(readNamed))));
  let plans: ReadPlan[] | undefined;
  if (await countsKeys(store)) plans = await plansOf(store, 'things', work);
  else await work();
  const expected = keys.map(({ orgId, id }) => (id === 'fifth' ? undefined : { orgId, name: id }));
  expect(found.map((thing) => thing && { orgId: thing.orgId, name: thing.name })).toEqual(expected);
  if (!plans) return;
  // Reads of the same org share a query.
  expect(plans).toHaveLength(orgIds.length);
  expect(plans.reduce((sum, { returned }) => sum + returned, 0)).toBe(5);
});
