import { beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { CopyKind } from '../../../../services/finance/local-copies/domain/copy.ts';
import type { Snapshot } from '../../../../services/finance/local-copies/domain/snapshot.ts';
import { learning } from '../../../../services/finance/local-copies/learning.ts';
import { createLocalCopies, type LocalCopies } from '../../../../services/finance/local-copies/local-copies.ts';
import { productOf, type SnapshotClient } from '../../../../services/finance/local-copies/owner.ts';
import { caller, recordOf } from '../../../support/service/callers.ts';
import { aClient, callOf, openCopies, openOwner } from './copies-scene.ts';

const { product, owner, client } = await openOwner();
const { orgId } = owner.context.principal;
const { reader, repository } = await openCopies();

/** Number of calls to product. */
let asked = 0;
/** Runs after product has answered, and before finance gets the answer. */
let meanwhile: (() => Promise<unknown>) | undefined;

const copies = replica();
beforeEach(() => {
  [asked, meanwhile] = [0, undefined];
});

/** The copies of one process of finance. */
function replica(): LocalCopies {
  const { getSnapshots, getStylesOfSkus, listSnapshots } = product.snapshots;
  const client: SnapshotClient = {
    getSnapshots: (request, options) => watched(getSnapshots(request, options)),
    getStylesOfSkus: (request, options) => watched(getStylesOfSkus(request, options)),
    listSnapshots,
  };
  return createLocalCopies({ reader, learn: learning(productOf(client), repository) });
}

async function watched<T>(answer: Promise<T>): Promise<T> {
  asked += 1;
  const given = await answer;
  const happening = meanwhile;
  meanwhile = undefined;
  await happening?.();
  return given;
}

async function rename(id: string, name: string): Promise<void> {
  await product.clients.updateClient({ id, patch: { name }, fields: ['name'] }, owner);
}
const style = (colors: string[], sizes: string[]) =>
  recordOf(product.styles.createStyle({ style: { name: 'Jacket', colors, sizes } }, owner));
/** Applies an event of a client. */
const say = (id: string, revision: number, is: 'unknown' | 'deleted') =>
  repository.applyEvent(`evt_${newId()}`, [{ key: { orgId, kind: 'client', id }, revision, is } as Snapshot]);
const find = (id: string) => copies.find('client', id, callOf(owner));

describe('what is not known yet', () => {
  test('is asked of product, once, and kept', async () => {
    const id = await client();
    const copy = { ...aClient, id, status: 'active' };
    const cleared = {
      ...{ priceCategory: null, paymentTerms: null, billingAddress: null, taxId: null },
      ...{ paymentTermsDays: null, discountPercent: null, discountDays: null, vatCountry: null, language: null },
    };
    expect(await find(id)).toEqual({ ...copy, ...cleared });
    expect(await find(id)).toMatchObject(copy);
    expect(await copies.known({ orgId }, 'client', [id, 'unknown'])).toEqual(new Map([[id, { ...copy, ...cleared }]]));
    expect(asked).toBe(1);
  });

  test('is found by id and by number, of each kind', async () => {
    const made = await style(['Red'], ['S']);
    const { record: supplier } = await product.suppliers.createSupplier({ supplier: { name: 'Zip' } }, owner);
    const { record: material } = await product.materials.createMaterial({ material: { name: 'Twill' } }, owner);
    const { record: bom } = await product.boms.createBom({ bom: { styleId: made.id } }, owner);
    const keys: [CopyKind, string | undefined][] = [
      ['supplier', supplier?.id],
      ['style', made.documentId],
      ['material', material?.documentId],
      ['bom', bom?.documentId],
      ['style', made.id],
      ['material', material?.id],
      ['bom', bom?.id],
    ];
    const found = [];
    for (const [kind, key] of keys) found.push((await copies.find(kind, key as string, callOf(owner)))?.id);
    const ids = [made.id, material?.id, bom?.id];
    expect(found).toEqual([supplier?.id, ...ids, ...ids]);
    expect(asked).toBe(4);
  });

  test('is undefined where product has none, also of another org', async () => {
    const id = await client();
    expect(await copies.find('client', id, callOf(caller()))).toBeUndefined();
    expect(await copies.find('style', 'STY-2020-999999', callOf(owner))).toBeUndefined();
    expect(await copies.findSku('unknown', callOf(owner))).toBeUndefined();
    expect(await find(id)).toMatchObject({ id });
  });

  test('of several processes that ask at once, all have it', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => client()));
    const others = [copies, replica(), replica()];
    const found = await Promise.all(others.map((one) => one.findMany('client', ids, callOf(owner))));
    expect(found.map(({ size }) => size)).toEqual([10, 10, 10]);
  });
});

describe('SKUs', () => {
  test('are found with their styles by id and by number, 150 of one style with two questions', async () => {
    const made = await style(
      ['Red', 'Blue', 'Green'],
      Array.from({ length: 50 }, (_, index) => `${index}`),
    );
    const keys = made.skus.map(({ id, documentId }, index) => (index % 2 ? id : documentId));
    const found = await copies.findSkus(keys, callOf(owner));
    expect([...found.values()].map(({ sku }) => sku.id)).toHaveLength(150);
    expect(asked).toBe(2);
    const { id, documentId, color, size } = made.skus[7] as (typeof made.skus)[0];
    const one = await copies.findSku(id, callOf(owner));
    expect(one).toMatchObject({ sku: { id, documentId, color, size }, style: { id: made.id, name: 'Jacket' } });
    expect(one?.style.skus).toHaveLength(150);
    expect(await copies.findSku(documentId, callOf(owner))).toEqual(one);
    expect((await copies.knownSkus({ orgId }, [id])).get(id)?.sku).toEqual(one?.sku);
    expect(asked).toBe(2);
  });

  test('that a known style came to have since are asked for', async () => {
    const made = await style(['Red'], ['S']);
    await copies.find('style', made.id, callOf(owner));
    const patch = { sizes: ['S', 'M'] };
    const { record } = await product.styles.updateStyle({ id: made.id, patch, fields: ['sizes'] }, owner);
    const added = record?.skus[1]?.id as string;
    expect(await copies.findSku(added, callOf(owner))).toMatchObject({ sku: { id: added, size: 'M' } });
    expect(asked).toBe(2);
  });
});

describe('beside events', () => {
  test('what was deleted is not asked for any more, and nothing revives it', async () => {
    const id = await client();
    await find(id);
    await say(id, 2, 'deleted');
    expect(await find(id)).toBeUndefined();
    expect(asked).toBe(1);
  });

  test('an answer that a deletion overtakes is none', async () => {
    const id = await client();
    meanwhile = () => say(id, 2, 'deleted');
    expect(await find(id)).toBeUndefined();
    expect(await copies.known({ orgId }, 'client', [id])).toEqual(new Map());
  });

  test('what was too large for its event is asked for at the next read, and then known', async () => {
    const id = await client();
    await find(id);
    await rename(id, 'Mill Ltd');
    await say(id, 2, 'unknown');
    expect([await find(id), await find(id)]).toMatchObject([{ name: 'Mill Ltd' }, { name: 'Mill Ltd' }]);
    expect(asked).toBe(2);
  });

  test('an answer that such an event overtakes is asked for again', async () => {
    const id = await client();
    meanwhile = async () => {
      await rename(id, 'Mill Ltd');
      await say(id, 2, 'unknown');
    };
    expect(await find(id)).toMatchObject({ name: 'Mill Ltd' });
    expect(asked).toBe(2);
  });
});

test('with product down what is known is found, and of the rest it is said that product is down', async () => {
  const [known, deleted] = [await client(), await client()];
  const made = await style(['Red'], ['S']);
  await Promise.all([find(known), find(deleted), copies.find('style', made.id, callOf(owner))]);
  await say(deleted, 2, 'deleted');
  await product.stopServing();
  expect(await find(known)).toMatchObject({ name: 'Mill' });
  expect(await copies.findSku(made.skus[0]?.id as string, callOf(owner))).toMatchObject({ style: { id: made.id } });
  expect(await find(deleted)).toBeUndefined();
  const unknown = [
    find(newId()),
    copies.findMany('client', [known, newId()], callOf(owner)),
    copies.findSkus([newId()], callOf(owner)),
  ];
  const reason = { code: 'upstream_unavailable', message: /product/ };
  for (const outcome of await Promise.allSettled(unknown))
    expect(outcome).toMatchObject({ status: 'rejected', reason });
  expect([...(await copies.known({ orgId }, 'client', [known, newId()])).keys()]).toEqual([known]);
});
