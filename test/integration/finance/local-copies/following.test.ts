import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { searchTextOf } from '#chassis/domain/folded-text.ts';
import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import { copyNames } from '../../../../services/finance/local-copies/copy-names-repository.ts';
import type { CopyKind } from '../../../../services/finance/local-copies/domain/copy.ts';
import { nameOf as snapshotName } from '../../../../services/finance/local-copies/domain/snapshot.ts';
import { onRecordEvent } from '../../../../services/finance/local-copies/on-record-event.ts';
import { COLLECTION } from '../../../../services/finance/local-copies/repository.ts';
import { openCopies } from './copies-scene.ts';

const { store, reader, repository } = await openCopies();
const handle = onRecordEvent(repository);
let id: string;

beforeEach(() => {
  id = newId();
});

const client = {
  status: 'active',
  currency: 'EUR',
  priceCategory: 'high',
  paymentTerms: '30 days net',
  paymentTermsDays: 30,
  discountPercent: 2.5,
  discountDays: 0,
  country: 'DE',
  billingAddress: 'Am Kai 1',
  taxId: null,
  vatCountry: 'DE',
  language: 'de',
  maxAccountValue: 1000,
};

/** An event of the client `id`. `name` undefined: the data was too large for the event. */
function event(verb: string, sequence: number, name?: string, org_id = 'o1'): EventMessage {
  const data = { id, ...(name !== undefined && { ...client, name, contacts: [], ordersCount: 3 }) };
  return message(`client.${verb}`, sequence, data, org_id);
}

function message(type: string, sequence: number, data: Record<string, unknown>, org_id = 'o1'): EventMessage {
  const envelope = { timestamp: '2026-03-01T12:00:00.000Z', api_version: 'v1', org_id, sequence, data } as const;
  return {
    envelope: { id: `evt_${newId()}`, type, ...envelope },
    subject: `events.product.${type}`,
    redelivered: false,
  };
}

/** A record of this kind, as in the event of its creation. */
const exampleOf = (kind: CopyKind) => eventExample(`${kind}.created`, 'o1') as Record<string, unknown>;

/** Undefined: there is no copy; null: the record was deleted. */
const copyOf = async (orgId = 'o1') => (await reader.find({ orgId }, 'client', [id])).get(id);
const nameOf = async (orgId?: string) => (await copyOf(orgId))?.name;

describe('what product says of its records', () => {
  test('is known in their org alone, as far as finance needs it', async () => {
    await handle(event('created', 1, 'Mill'));
    expect(await copyOf()).toEqual({ id, name: 'Mill', ...client });
    expect(await copyOf('o2')).toBeUndefined();
  });

  test.each(['client', 'supplier', 'style', 'material', 'bom'] as const)('is known of a %s', async (kind) => {
    const example = exampleOf(kind);
    await handle(message(`${kind}.created`, 1, { ...example, id }));
    const copy = (await reader.find({ orgId: 'o1' }, kind, [id])).get(id);
    expect(copy).toMatchObject({ id, status: example.status });
    expect(example).toMatchObject({ ...copy, id: example.id });
  });

  test('has null for the fields that an earlier version of product does not know', async () => {
    const { paymentTermsDays: _, language: __, ...earlier } = client;
    await handle(message('client.created', 1, { ...earlier, id, name: 'Mill' }));
    expect(await copyOf()).toEqual({ ...earlier, id, name: 'Mill', paymentTermsDays: null, language: null });
  });

  test('of two orgs whose records are called alike does not disturb each other', async () => {
    await handle(event('updated', 5, 'Mill'));
    await Promise.all([handle(event('created', 1, 'Spinner', 'o2')), handle(event('updated', 6, 'Mill Ltd'))]);
    expect([await nameOf('o1'), await nameOf('o2')]).toEqual(['Mill Ltd', 'Spinner']);
    await handle(event('deleted', 7, 'Mill Ltd'));
    await handle(event('updated', 2, 'Spinner & Sons', 'o2'));
    await handle(event('updated', 6, 'Mill Ltd'));
    expect([await copyOf('o1'), await nameOf('o2')]).toEqual([null, 'Spinner & Sons']);
  });

  test('in any order, with anything repeated, is what was said last', async () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4, 1, 2, 3, 4], { minLength: 8 });
    const end = fc.constantFrom('known', 'unknown', 'deleted');
    await fc.assert(
      fc.asyncProperty(order, end, fc.boolean(), async (sequences, ends, atOnce) => {
        id = newId();
        const verb = ends === 'deleted' ? 'deleted' : 'updated';
        const last = event(verb, 4, ends === 'known' ? 'name 4' : undefined);
        const messages = [1, 2, 3].map((sequence) => event('updated', sequence, `name ${sequence}`)).concat(last);
        const sent = sequences.map((sequence) => messages[sequence - 1] as EventMessage);
        if (atOnce) await Promise.all(sent.map(handle));
        else for (const one of sent) await handle(one);
        const copy = await copyOf();
        expect(copy ? copy.name : copy).toBe({ known: 'name 4', unknown: undefined, deleted: null }[ends]);
      }),
      { numRuns: 30 },
    );
  }, 30_000);

  test.each([
    ['client.created', {}],
    ['client.created', { id: 7 }],
    ['client.created', { id: 'c1', name: 7 }],
    ['style.created', { id: 's1', skus: [{ id: 7 }] }],
    ['exchange_rates.updated', { id: 'r1' }],
    ['client', { id: 'c1' }],
  ])('%s with %j is about no record: unreadable', async (type, data) => {
    await expect(handle(message(type, 1, data))).rejects.toBeInstanceOf(Unreadable);
  });
});

describe('what is known here', () => {
  const orgId = newId();
  const say = (kind: CopyKind, data: Record<string, unknown>) =>
    handle(message(`${kind}.created`, 1, { ...exampleOf(kind), ...data }, orgId));

  test('is found by part of the name, literally and in any case, and of a BOM by its number', async () => {
    await say('supplier', { id: 'u1', name: 'Zip (& Co)' });
    await say('supplier', { id: 'u2', name: 'ZIP and Co' });
    await say('material', { id: 'm1', name: 'zip', documentId: 'MAT-2026-000001' });
    await say('bom', { id: 'b1', documentId: 'BOM-2026-000017' });
    const named = async (kind: CopyKind, text: string) => (await reader.idsByName(orgId, kind, text)).sort();
    expect(await named('supplier', 'zip')).toEqual(['u1', 'u2']);
    expect(await named('supplier', 'p (&')).toEqual(['u1']);
    expect(await named('supplier', '.')).toEqual([]);
    const stored = store.connection.collection<{ name: string }>(COLLECTION);
    // A copy that an earlier version has written.
    await stored.updateOne({ orgId, 'copy.id': 'u2' }, { $set: { name: 'ŽIP and Čo' } });
    expect(await copyNames.apply(store.connection)).toBe(1);
    expect(await copyNames.apply(store.connection)).toBe(0);
    expect(await named('supplier', 'zip and co')).toEqual(['u2']);
    expect(await named('bom', '0017')).toEqual(['b1']);
    expect(await reader.idsByName(newId(), 'supplier', 'zip')).toEqual([]);
    expect(await reader.idsByName(orgId, 'supplier', 'zip', 'u2')).toEqual(['u2']);
    expect(await reader.idsByName(orgId, 'supplier', 'zip &', 'u2')).toEqual([]);
    expect(await reader.idsByName(orgId, 'material', 'zip', 'u2')).toEqual([]);
  });

  test('is not found by a name that more than 10,000 hold, unless one of them alone is asked', async () => {
    const copies = store.connection.collection<object>(COLLECTION);
    const one = { orgId, kind: 'client', name: searchTextOf(['Crowded']) };
    const idOf = (n: number) => snapshotName({ orgId, kind: 'client', id: `c${n}` });
    await copies.insertMany(Array.from({ length: 10_001 }, (_, n) => ({ ...one, _id: idOf(n) }) as never));
    await expect(reader.idsByName(orgId, 'client', 'crowd')).rejects.toMatchObject({ code: 'validation_failed' });
    expect(await reader.idsByName(orgId, 'client', 'crowd', 'c10000')).toEqual(['c10000']);
  });

  test('is found by id and by number at once, each under what it was asked by', async () => {
    await say('style', { id: 's1', documentId: 'STY-2026-000001', skus: [] });
    await say('style', { id: 's2', documentId: 'STY-2026-000002', skus: [] });
    const keys = ['s1', 'STY-2026-000001', 'STY-2026-000002', 'STY-2026-000003', 's3'];
    const found = await reader.find({ orgId }, 'style', keys);
    expect([...found].map(([key, copy]) => [key, copy?.id]).sort()).toEqual([
      ['STY-2026-000001', 's1'],
      ['STY-2026-000002', 's2'],
      ['s1', 's1'],
    ]);
    expect(await reader.find({ orgId }, 'material', keys)).toEqual(new Map());
  });

  test('has SKUs of many styles by their ids and numbers, without what the styles hold besides', async () => {
    const skus = (style: number) =>
      [1, 2].map((n) => ({
        id: `k${style}${n}`,
        documentId: `STY-2026-00001${style}-${n}`,
        color: 'Red',
        size: `${n}`,
      }));
    const held = (style: number) =>
      skus(style).map((sku) => ({ ...sku, qrData: 'x', isKittedBundle: false, kittedBundle: [] }));
    await say('style', { id: 't1', documentId: 'STY-2026-000011', skus: held(1) });
    await say('style', { id: 't2', documentId: 'STY-2026-000012', skus: held(2) });
    const found = await reader.skus({ orgId }, ['k11', 'STY-2026-000012-2', 'STY-2026-000012-3', 'k99', 't1']);
    expect([...found.keys()].sort()).toEqual(['STY-2026-000012-2', 'k11']);
    expect(found.get('k11')).toMatchObject({ sku: skus(1)[0], style: { id: 't1', documentId: 'STY-2026-000011' } });
    expect(found.get('k11')?.style).not.toHaveProperty('skus');
    expect((await reader.find({ orgId }, 'style', ['t1'])).get('t1')?.skus).toEqual(skus(1));
    expect((await reader.summaries({ orgId }, 'style', ['t1'])).get('t1')).not.toHaveProperty('skus');
  });

  test('is seen by a transaction as it was when that began', async () => {
    id = newId();
    await handle(event('created', 1, 'Mill'));
    const seen = store.transaction(async (session) => {
      const before = (await reader.find({ orgId: 'o1', session }, 'client', [id])).get(id);
      await handle(event('updated', 2, 'Mill Ltd'));
      return [before?.name, (await reader.find({ orgId: 'o1', session }, 'client', [id])).get(id)?.name];
    });
    expect(await seen).toEqual(['Mill', 'Mill']);
    expect(await nameOf()).toBe('Mill Ltd');
  });
});

test('the names of styles and SKUs are read of their org alone, and those of a deleted style are gone', async () => {
  const example = exampleOf('style') as {
    name: string;
    refId: string;
    skus: { id: string; color: string; size: string }[];
  };
  const [sku] = example.skus;
  const items = [
    { styleId: id, skuId: sku?.id ?? '' },
    { styleId: id, skuId: null },
    { styleId: newId(), skuId: null },
  ];
  const namesIn = async (orgId: string) => {
    const names = await reader.styleNames({ orgId }, items);
    return items.map((item) => names.get(item));
  };
  await handle(message('style.created', 1, { ...example, id }));
  const { name: styleName, refId } = example;
  expect(await namesIn('o1')).toEqual([
    { styleName, refId, color: sku?.color, size: sku?.size },
    { styleName, refId, color: null, size: null },
    undefined,
  ]);
  expect(await namesIn('o2')).toEqual([undefined, undefined, undefined]);
  await handle(message('style.deleted', 2, { id }));
  expect(await namesIn('o1')).toEqual([undefined, undefined, undefined]);
});
