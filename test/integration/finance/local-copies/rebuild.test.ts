import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { type CopyKind, RECORD_KINDS } from '../../../../services/finance/local-copies/domain/copy.ts';
import { NO_DRIFT } from '../../../../services/finance/local-copies/domain/drift.ts';
import { nameOf, type Snapshot } from '../../../../services/finance/local-copies/domain/snapshot.ts';
import { earlierCopies } from '../../../../services/finance/local-copies/earlier-copies-repository.ts';
import { formerNames } from '../../../../services/finance/local-copies/former-names-repository.ts';
import { MAX_KEYS, type Owner, productOf } from '../../../../services/finance/local-copies/owner.ts';
import { type CopyReader, copyReader } from '../../../../services/finance/local-copies/reader-repository.ts';
import { checkCopies, KINDS, rebuildCopies } from '../../../../services/finance/local-copies/rebuild.ts';
import {
  COLLECTION,
  type CopyRepository,
  copyRepository,
} from '../../../../services/finance/local-copies/repository.ts';
import { storedCopies } from '../../../../services/finance/local-copies/stored-copies-repository.ts';
import { dropStore, openTestStore, sharedMongo } from '../../../support/backends/mongo.ts';
import { caller } from '../../../support/service/callers.ts';
import { aClient, openOwner } from './copies-scene.ts';

const { product, owner: mine, client } = await openOwner();
const theirs = caller();
const { orgId } = mine.context.principal;
const owner = productOf(product.snapshots);
const mongo = await sharedMongo();
afterAll(() => mongo.stop());

let store: Store;
let copies: CopyRepository;
let reader: CopyReader;
beforeEach(async () => {
  store = await openTestStore(mongo);
  copies = copyRepository(store, { linger: 0 });
  reader = copyReader(store);
  await store.start();
});

afterEach(() => dropStore(store));

const parts = () => ({ owner, stored: storedCopies(store, MAX_KEYS), copies });
const check = () => checkCopies(parts(), 0);
const rebuild = () => rebuildCopies(parts());
const none = Object.fromEntries(KINDS.map((kind) => [kind, NO_DRIFT]));

const rows = () => store.connection.collection<{ _id: string; revision: number }>(COLLECTION);
const row = (kind: CopyKind, id: string) => nameOf({ orgId, kind, id });
const find = async (id: string) => (await reader.find({ orgId }, 'client', [id])).get(id);
/** Applies an event of a client. */
const say = (id: string, said: { revision: number; is: Snapshot['is']; copy?: object }) =>
  copies.applyEvent(`evt_${newId()}`, [{ key: { orgId, kind: 'client', id }, ...said } as Snapshot]);

test('from nothing, all records of all orgs and kinds are copied', async () => {
  const ids = [await client(), await client()];
  await client(theirs);
  const { record: style } = await product.styles.createStyle(
    { style: { name: 'Jacket', colors: ['Red'], sizes: ['S'] } },
    mine,
  );
  await product.boms.createBom({ bom: { styleId: style?.id as string } }, mine);
  await product.suppliers.createSupplier({ supplier: { name: 'Zip' } }, theirs);
  await product.materials.createMaterial({ material: { name: 'Twill' } }, theirs);
  const missing = await check();
  for (const kind of RECORD_KINDS) expect(missing[kind].missing).toBeGreaterThan(0);
  expect(await rebuild()).toEqual(missing);
  expect(await check()).toEqual(none);
  // A copy of an earlier version lacks fields that are null.
  await rows().updateMany({ _id: row('client', ids[0] as string) }, { $unset: { 'copy.language': 1 } });
  expect(await rebuild()).toEqual(none);
  expect((await reader.find({ orgId }, 'client', ids)).size).toBe(2);
  expect([...(await reader.skus({ orgId }, [style?.skus[0]?.id as string])).values()]).toMatchObject([
    { sku: { color: 'Red' }, style: { id: style?.id } },
  ]);
});

test('a deletion and a change that were not heard of are made good', async () => {
  const [deleted, renamed] = [await client(), await client()];
  await rebuild();
  await product.clients.deleteClient({ id: deleted }, mine);
  await product.clients.updateClient({ id: renamed, patch: { name: 'Mill Ltd' }, fields: ['name'] }, mine);
  const drift = { ...none, client: { missing: 0, outdated: 1, superfluous: 1 } };
  expect(await check()).toEqual(drift);
  expect(await rebuild()).toEqual(drift);
  expect([await find(deleted), (await find(renamed))?.name]).toEqual([null, 'Mill Ltd']);
  await say(deleted, { revision: 7, is: 'known', copy: { ...aClient, id: deleted } });
  expect(await find(deleted)).toBeNull();
});

test('what the events on their way bring in time is no drift', async () => {
  const [renamed, deleted] = [await client(), await client()];
  await rebuild();
  await product.clients.updateClient({ id: renamed, patch: { name: 'Mill Ltd' }, fields: ['name'] }, mine);
  await product.clients.deleteClient({ id: deleted }, mine);
  const late = await client();
  // The events arrive after the comparison, when product is asked for the records that its list no longer has.
  const get: Owner['get'] = async (kind, keys, options) => {
    const answer = await owner.get(kind, keys, options);
    if (!keys.includes(deleted)) return answer;
    await say(renamed, { revision: 2, is: 'known', copy: { ...aClient, id: renamed, name: 'Mill Ltd' } });
    await say(late, { revision: 1, is: 'known', copy: { ...aClient, id: late } });
    await say(deleted, { revision: 2, is: 'deleted' });
    return answer;
  };
  const drift = { ...none, client: { missing: 1, outdated: 1, superfluous: 1 } };
  expect(await check()).toEqual(drift);
  expect(await checkCopies({ ...parts(), owner: { ...owner, get } }, 0)).toEqual(none);
});

test('nothing newer is undone by what product said before', async () => {
  const id = await client();
  const answers = owner.list;
  const slow: Owner = {
    ...owner,
    async list(...asked) {
      const answer = await answers(...asked);
      if (asked[0] === 'client' && answer.snapshots.some(({ key }) => key.id === id))
        await say(id, { revision: 2, is: 'known', copy: { ...aClient, id, name: 'Mill Ltd' } });
      return answer;
    },
  };
  await rebuildCopies({ ...parts(), owner: slow });
  expect(await find(id)).toMatchObject({ name: 'Mill Ltd' });
});

test('an upgrade forgets what replicas of an earlier version have heard of, and the rest stays', async () => {
  const [theirs, mine, gone] = [await client(), await client(), await client()];
  await rebuild();
  await say(gone, { revision: 2, is: 'deleted' });
  // Rows that the earlier version writes for events that this version does not receive.
  const parties = store.connection.collection<{ _id: string; orgId: string; name: string }>('parties');
  await parties.insertMany([theirs, gone, newId()].map((id) => ({ _id: row('client', id), orgId, name: 'Mill Ltd' })));
  expect(await formerNames.apply(store.connection)).toBe(3);
  expect([await find(theirs), (await find(mine))?.name, await find(gone)]).toEqual([undefined, 'Mill', null]);
  expect(await reader.idsByName(orgId, 'client', 'mill')).not.toContain(theirs);
  expect(await formerNames.apply(store.connection)).toBe(0);
});

test('an upgrade reads copies that lack fields of this version from product again', async () => {
  const [ours, foreign] = [await client(), await client(theirs)];
  const { record } = await product.suppliers.createSupplier({ supplier: { name: 'Zip', leadTimeDays: 21 } }, mine);
  const supplier = record?.id as string;
  await rebuild();
  const foreignRow = nameOf({ orgId: theirs.context.principal.orgId, kind: 'client', id: foreign });
  const outdated = { _id: { $in: [row('client', ours), row('supplier', supplier), foreignRow] } };
  await rows().updateMany(outdated, { $unset: { 'copy.leadTimeDays': 1, 'copy.language': 1 } });
  const upgrade = earlierCopies(store, parts());
  expect(await upgrade.apply(store.connection)).toBe(3);
  expect((await reader.find({ orgId }, 'supplier', [supplier])).get(supplier)).toMatchObject({ leadTimeDays: 21 });
  expect(await rows().countDocuments({ ...outdated, 'copy.language': { $exists: true } })).toBe(2);
  expect(await upgrade.apply(store.connection)).toBe(0);
});

test('more than a page is walked over, of product and of the copies', async () => {
  const many = caller();
  const clients = Array.from({ length: 1_100 }, (_, index) => ({ ...aClient, name: `Mill ${index}` }));
  await product.clients.importClients({ clients }, many);
  await rebuild();
  expect(await reader.idsByName(many.context.principal.orgId, 'client', 'mill')).toHaveLength(1_100);
  const ownRows = { _id: { $gt: `${many.context.principal.orgId}:`, $lt: `${many.context.principal.orgId};` } };
  for (const order of [1, -1] as const) await rows().findOneAndDelete(ownRows, { sort: { _id: order } });
  const left = Array.from({ length: 120 }, () => newId());
  for (const id of left) await say(id, { revision: 1, is: 'known', copy: { ...aClient, id } });
  const drift = { ...none, client: { missing: 2, outdated: 0, superfluous: 120 } };
  expect(await check()).toEqual(drift);
  expect(await rebuild()).toEqual(drift);
  expect(await check()).toEqual(none);
}, 60_000);

test('with product down neither goes on', async () => {
  await product.stopServing();
  const down = { code: 'upstream_unavailable', message: /product/ };
  for (const outcome of await Promise.allSettled([check(), rebuild()]))
    expect(outcome).toMatchObject({ status: 'rejected', reason: down });
});
