import { describe, expect, test } from '@jest/globals';
import { type Caller, caller, keyed, query, recordOf } from '../../../support/service/callers.ts';
import { bomScene } from './scene.ts';

const scene = await bomScene();

const fabric = {
  category: 'Fabric',
  grossConsumption: 1.5,
  sellingTolerance: 4,
  materialCostInNativeCurrency: 10,
  nativeCurrency: 'EUR',
  assignedMaterialOptions: [{ materialId: 'MAT-2026-000001', skuId: 'blue' }],
  chosenAssignedMaterialId: 'denim',
  chosenAssignedSkuId: 'blue',
};

const create = (who: Caller) => recordOf(scene.boms.createBom({ bom: { styleId: 'STY-2026-000001' } }, who));

async function withLines(who: Caller, lineItems: object[] = [fabric, { category: 'Trims' }]) {
  const { id } = await create(who);
  return { id, version: await recordOf(scene.boms.replaceBomLineItems({ id, version: '1', lineItems }, who)) };
}

describe('a BOM', () => {
  test('is created with an empty draft, and read as it was created', async () => {
    const who = caller();
    const created = await scene.boms.createBom({ bom: { styleId: 'STY-2026-000001', createdById: 'somebody' } }, who);
    expect(created).toMatchObject({
      revision: 1,
      eventId: expect.stringMatching(/^evt_/),
      record: {
        documentId: expect.stringMatching(/^BOM-\d{4}-000001$/),
        styleId: 'jeans',
        style: { id: 'jeans', name: 'Jeans' },
        currentVersion: 1,
        versionCount: 1,
        status: 'draft',
        createdById: 'somebody',
        latestVersion: { versionNumber: 1, status: 'draft' },
        versions: [{ versionNumber: 1, lineItems: [], groupedLineItems: [], lineItemCount: 0 }],
      },
    });
    for (const id of [created.record?.id, created.record?.documentId]) {
      expect(await scene.boms.getBom({ id: id ?? '' }, who)).toEqual({ ...created, eventId: '' });
    }
    expect((await create(who)).createdById).toBe('u1');
  });

  test('of a style that does not exist is refused at its field', async () => {
    await expect(scene.boms.createBom({ bom: { styleId: 'none' } }, caller())).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ loc: ['body', 'styleId'], type: 'value_error', input: 'none' }],
    });
  });

  test('moves to another style in its first draft', async () => {
    const who = caller();
    const { id } = await create(who);
    const { record, revision } = await scene.boms.updateBom(
      { id, patch: { styleId: 'shorts' }, fields: ['styleId'] },
      who,
    );
    expect([record?.style?.name, revision]).toEqual(['Shorts', 2]);
    expect(await scene.references.usersOf(who.context.principal.orgId, 'style:jeans')).toEqual([]);
    const events = await scene.eventsOf(id);
    expect(events.at(-1)).toMatchObject({
      type: 'bom.updated',
      previous: { styleId: 'jeans', style: { name: 'Jeans' } },
    });
    const again = await scene.boms.updateBom({ id, patch: { styleId: 'shorts' }, fields: ['styleId'] }, who);
    expect([again.revision, again.eventId]).toEqual([2, '']);
  });

  test('is listed by style and status, without lines', async () => {
    const who = caller();
    const { id } = await withLines(who);
    await scene.boms.submitBom({ id }, who);
    await create(who);
    const submitted = await scene.boms.listBoms({ ...query(), status: 'submitted', styleId: 'STY-2026-000001' }, who);
    expect(submitted).toMatchObject({
      total: 1,
      data: [{ id, style: { name: 'Jeans' }, versions: [{ lineItemCount: 2 }] }],
    });
    expect(submitted.data[0]?.versions[0]).not.toHaveProperty('lineItems');
    expect((await scene.boms.listBoms(query(), who)).total).toBe(2);
    expect((await scene.boms.listBoms({ ...query(), styleId: 'STY-2026-999999' }, who)).total).toBe(0);
  });

  test('is read without lines, also of a version, if the caller shows none of them', async () => {
    const who = caller();
    const { id } = await withLines(who);
    const onlyFields = ['id', 'status'];
    const [bom, version] = [
      { id, onlyFields },
      { id, version: '1', onlyFields },
    ];
    expect((await scene.boms.getBom(bom, who)).record?.versions).toMatchObject([{ lineItems: [], lineItemCount: 2 }]);
    expect((await scene.boms.getBomVersion(version, who)).record).toMatchObject({ lineItems: [], lineItemCount: 2 });
    const withGroups = { ...version, onlyFields: ['groupedLineItems'] };
    expect((await scene.boms.getBomVersion(withGroups, who)).record?.lineItems).toHaveLength(2);
  });

  test('is deleted in any state with all it held, unless something but its style refers to it', async () => {
    const who = caller();
    const { orgId } = who.context.principal;
    const { id, version } = await withLines(who);
    await scene.boms.submitBom({ id }, who);
    const order = {
      orgId,
      record: 'sales_order:so1',
      kind: 'sales_order',
      name: 'SO-1',
      status: 'draft',
      createdAt: new Date(),
    } as const;
    await scene.store.transaction((session) => scene.references.set(session, [{ ...order, targets: [`bom:${id}`] }]));
    await expect(scene.boms.deleteBom({ id }, who)).rejects.toMatchObject({
      code: 'in_use',
      message: expect.stringContaining('sales order SO-1'),
    });
    expect((await scene.boms.getBom({ id }, who)).record?.versions[0]?.lineItems).toHaveLength(2);

    await scene.store.transaction((session) => scene.references.set(session, [{ ...order, targets: [] }]));
    expect(await scene.boms.deleteBom({ id }, who)).toMatchObject({ deletedId: id });
    await expect(scene.boms.getBom({ id }, who)).rejects.toMatchObject({ code: 'not_found' });
    await expect(scene.boms.getBomVersion({ id, version: version.id }, who)).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await scene.references.usersOf(orgId, 'material:denim')).toEqual([]);
    expect(await scene.store.connection.collection('bom_versions').countDocuments({ orgId })).toBe(0);
  });
});

test('a submission freezes the costs in USD', async () => {
  const who = caller();
  await scene.exchangeRates.putExchangeRates({ rates: { EUR: '1.08' } }, who);
  const { id } = await withLines(who);
  await scene.boms.submitBom({ id }, who);
  await scene.exchangeRates.putExchangeRates({ rates: { EUR: '2' } }, who);
  const costs = async (version: string) =>
    (await scene.boms.getBomVersion({ id, version }, who)).record?.lineItems[0]?.materialCostInUsd;
  expect(await costs('1')).toBe(10.8);
  await scene.boms.createBomVersion({ id, version: {} }, who);
  expect([await costs('1'), await costs('2')]).toEqual([10.8, 20]);
});

describe('lines', () => {
  test('are replaced as a whole, with what they name filled in', async () => {
    const who = caller();
    await scene.exchangeRates.putExchangeRates({ rates: { EUR: '1.08' } }, who);
    const { version } = await withLines(who);
    expect(version.lineItems[0]).toMatchObject({
      billOfMaterialVersionId: version.id,
      netSellingConsumption: 1.56,
      materialCostInUsd: 10.8,
      assignedMaterialOptions: [{ materialId: 'denim', materialName: 'Material denim', supplierName: 'Mill' }],
    });
    expect(version.groupedLineItems.map(({ category, items }) => [category, items.length])).toEqual([
      ['Fabric', 1],
      ['Trims', 1],
    ]);
    expect(
      (await scene.references.usersOf(who.context.principal.orgId, 'supplier:mill')).map(({ name }) => name),
    ).toEqual([version.documentId]);
  });

  test('are added, read, changed and removed one by one', async () => {
    const who = caller();
    const { id, version } = await withLines(who);
    const at = { id, version: version.documentId };
    const added = await scene.boms.createBomLineItem({ ...at, lineItem: { description: 'Zip' } }, who);
    expect(added).toMatchObject({ revision: 3, record: { description: 'Zip', unit: 'pc', category: 'Uncategorized' } });
    const line = { ...at, lineItemId: added.record?.id ?? '' };
    expect(await scene.boms.getBomLineItem(line, who)).toMatchObject({ record: added.record, revision: 3 });
    const changed = await scene.boms.updateBomLineItem(
      { ...line, patch: { description: 'Button' }, fields: ['description'] },
      who,
    );
    expect(changed).toMatchObject({ revision: 4, record: { ...added.record, description: 'Button' } });
    expect(await scene.boms.deleteBomLineItem(line, who)).toMatchObject({ deletedId: line.lineItemId });
    const { record } = await scene.boms.getBomVersion(at, who);
    expect(record).toMatchObject({ lineItemCount: 2, lineItems: version.lineItems });
    expect((await scene.eventsOf(id)).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['bom.created', 1],
      ...[2, 3, 4, 5].map((sequence) => ['bom.updated', sequence]),
    ]);
  });
});

test('each command is answered again as it was, also when its BOM has gone since', async () => {
  const who = caller();
  const { id } = await withLines(who);
  const { boms } = scene;
  const lineItems = [{ description: 'Zip' }];
  const replaced = { id, version: '1', lineItems };
  const commands = [
    [
      'PATCH',
      2,
      (at: object, by: Caller) => boms.updateBom({ id, ...at, patch: { styleId: 'shorts' }, fields: ['styleId'] }, by),
    ],
    ['PUT', 3, (at: object, by: Caller) => boms.replaceBomLineItems({ ...replaced, ...at }, by)],
    ['POST', 4, (at: object, by: Caller) => boms.submitBom({ id, ...at }, by)],
    ['DELETE', 5, (at: object, by: Caller) => boms.deleteBom({ id, ...at }, by)],
  ] as const;
  for (const [operation, expectedRevision, call] of commands) {
    const once = keyed(who, operation);
    const first = await call({ expectedRevision }, once);
    expect(await call({ expectedRevision }, once)).toEqual({ ...first, replayed: true });
  }
  const submitted = await boms.submitBom({ id, expectedRevision: 4 }, keyed(who, 'POST'));
  expect(submitted).toMatchObject({ record: { id, versions: [{ status: 'submitted' }] }, revision: 5, replayed: true });
});

test('versions are copies with ids of their own, by default a New version of the caller', async () => {
  const who = caller();
  const { id, version } = await withLines(who);
  const { record } = await scene.boms.createBomVersion({ id, version: {} }, who);
  expect(record).toMatchObject({
    versionNumber: 2,
    documentId: expect.stringMatching(/-V2$/),
    changeDescription: 'New version',
    createdById: 'u1',
    status: 'draft',
  });
  const bare = (lines: { id: string; billOfMaterialVersionId: string }[] = []) =>
    lines.map(({ id: _id, billOfMaterialVersionId: _version, ...line }) => line);
  expect(bare(record?.lineItems)).toEqual(bare(version.lineItems));
  expect(record?.lineItems.map((line) => line.id)).not.toEqual(version.lineItems.map((line) => line.id));
  const page = await scene.boms.listBomVersions({ id, query: { page: 1, limit: 1, sort: '-createdAt' } }, who);
  expect(page).toMatchObject({ total: 2, next: '1', data: [{ versionNumber: 2, lineItemCount: 2 }] });
});

test('usage names the style, kits and the newest 1,000 orders, and counts all', async () => {
  const who = caller();
  const { orgId } = who.context.principal;
  const { id } = await create(who);
  const use = (kind: string, name: string, target: `${string}:${string}`, day = 0) => ({
    ...{ orgId, record: `${kind}:${name}` as const, kind, name: `The ${name}`, status: 'active', targets: [target] },
    createdAt: new Date(Date.UTC(2026, 0, 1) + day),
  });
  const uses = [
    use('kit', 'k1', 'style:jeans'),
    use('purchase_order', 'po1', `bom:${id}`, 9_999),
    ...Array.from({ length: 1_001 }, (_, index) => use('sales_order', `so${index}`, `bom:${id}`, index)),
  ];
  await scene.store.transaction((session) => scene.references.set(session, uses, { fresh: true }));
  const usage = await scene.boms.getBomUsage({ id }, who);
  expect(usage).toMatchObject({ bomId: id, usageCount: 1_005 });
  const named = usage.items.map(({ type, id: of, name }) => [type, of, name]);
  expect(named.filter(([type]) => type !== 'sales_order')).toEqual([
    ['style', 'jeans', 'Jeans'],
    ['kit', 'bundle', 'STY-2026-000001-7'],
    ['kit', 'k1', 'The k1'],
    ['purchase_order', 'The po1', 'The po1'],
  ]);
  const orders = named.filter(([type]) => type === 'sales_order');
  expect([orders.length, orders[0], orders.at(-1)]).toEqual([
    999,
    ['sales_order', 'so1000', 'The so1000'],
    ['sales_order', 'so2', 'The so2'],
  ]);
});

test('exchange rates are replaced as a whole, at a revision, with their event', async () => {
  const who = caller();
  expect(await scene.exchangeRates.getExchangeRates({}, who)).toMatchObject({ revision: 0, record: { rates: {} } });
  await scene.exchangeRates.putExchangeRates({ rates: { EUR: '1.08', JPY: '0.0067' } }, who);
  const put = await scene.exchangeRates.putExchangeRates({ rates: { EUR: '1.1' }, expectedRevision: 1 }, who);
  expect(put).toMatchObject({
    revision: 2,
    record: { rates: { EUR: '1.1' } },
    eventId: expect.stringMatching(/^evt_/),
  });
  expect(await scene.exchangeRates.getExchangeRates({}, who)).toEqual({ ...put, eventId: '' });
  await expect(scene.exchangeRates.putExchangeRates({ rates: {}, expectedRevision: 1 }, who)).rejects.toMatchObject({
    code: 'version_mismatch',
  });
  expect(
    (await scene.eventsOf(who.context.principal.orgId)).map(({ sequence, previous }) => [sequence, previous]),
  ).toEqual([
    [1, { rates: {} }],
    [2, { rates: { EUR: '1.08', JPY: '0.0067' } }],
  ]);
});
