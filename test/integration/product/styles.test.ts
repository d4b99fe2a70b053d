import { afterEach, describe, expect, test } from '@jest/globals';
import { AppError, NeedsTurn } from '#chassis/domain/errors.ts';
import { newClient } from '../../support/grpc.ts';
import { type Caller, caller, envelopesOf, keyed, query, recordOf } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();
afterEach(() => {
  product.finance.refusal = undefined;
});

const parka = { name: 'Parka', colors: ['navy', 'sand'], sizes: ['S', 'M'] };

const create = (who: Caller, fields: object = {}) =>
  recordOf(product.styles.createStyle({ style: { ...parka, ...fields } }, who));
const createClient = async (who: Caller) => (await recordOf(product.clients.createClient(newClient, who))).id;
const as = (who: Caller, fields: object): Caller => ({
  context: { ...who.context, principal: { ...who.context.principal, ...fields } },
});
const change = (who: Caller, id: string, patch: object) =>
  product.styles.updateStyle({ id, patch, fields: Object.keys(patch) }, who);
const setKit = (who: Caller, id: string, skuId: string, ...skuIds: string[]) =>
  product.styles.setKit({ id, skuId, kittedBundle: skuIds.map((one) => ({ skuId: one, quantity: 1 })) }, who);
const skuId = (style: Awaited<ReturnType<typeof create>>, index: number) => style.skus[index]?.id ?? '';

describe('out of turn', () => {
  const outOfTurn = (who: Caller) => ({ context: { ...who.context, outOfTurn: true as const } });
  const many = {
    colors: Array.from({ length: 40 }, (_, index) => `color ${index}`),
    sizes: Array.from({ length: 25 }, (_, index) => `size ${index}`),
  };

  test('a large style is neither made, read nor changed; in turn it is', async () => {
    const who = caller();
    await expect(create(outOfTurn(who), many)).rejects.toBeInstanceOf(NeedsTurn);
    const { id } = await create(who, many);
    await expect(product.styles.getStyle({ id }, outOfTurn(who))).rejects.toBeInstanceOf(NeedsTurn);
    await expect(change(outOfTurn(who), id, { name: 'Anorak' })).rejects.toBeInstanceOf(NeedsTurn);
    await expect(product.styles.archiveStyle({ id }, outOfTurn(who))).rejects.toBeInstanceOf(NeedsTurn);
    expect((await product.styles.getStyle({ id }, who)).record).toMatchObject({ name: 'Parka', status: 'active' });
    expect(await envelopesOf(product.store, id)).toHaveLength(1);
    await product.styles.deleteStyle({ id }, outOfTurn(who));
    await expect(product.styles.getStyle({ id }, who)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('one that becomes large is not changed', async () => {
    const who = caller();
    const { id } = await create(who);
    await expect(change(outOfTurn(who), id, many)).rejects.toBeInstanceOf(NeedsTurn);
    expect((await product.styles.getStyle({ id }, who)).record?.skuCount).toBe(4);
  });

  test('a small one is made, read and changed', async () => {
    const who = outOfTurn(caller());
    const { id } = await create(who);
    await change(who, id, { name: 'Anorak' });
    expect((await product.styles.getStyle({ id }, who)).record).toMatchObject({ name: 'Anorak' });
  });
});

describe('a style', () => {
  test('belongs to a client that there is', async () => {
    const who = caller();
    const clientId = await createClient(who);
    expect((await create(who, { clientId })).clientId).toBe(clientId);
    const refusal = { code: 'validation_failed', issues: [expect.objectContaining({ loc: ['body', 'clientId'] })] };
    await expect(create(who, { clientId: 'nobody' })).rejects.toMatchObject(refusal);
    await expect(create(caller(), { clientId })).rejects.toMatchObject(refusal);
    const { id } = await create(who);
    await expect(change(who, id, { clientId: 'nobody' })).rejects.toMatchObject(refusal);
    const importing = product.styles.importStyles({ styles: [parka, { ...parka, clientId: 'nobody' }] }, who);
    await expect(importing).rejects.toMatchObject({ issues: [{ loc: ['body', 'styles', '1', 'clientId'] }] });
  });

  test('shows the present name of its client, without a new revision or event', async () => {
    const who = caller();
    const clientId = await createClient(who);
    const { id } = await create(who, { clientId });
    await create(who);
    const client = { id: clientId, patch: { name: 'Renamed' }, fields: ['name'] };
    await product.clients.updateClient(client, who);
    const read = await product.styles.getStyle({ id }, who);
    expect(read).toMatchObject({ record: { clientName: 'Renamed' }, revision: 1 });
    const { data } = await product.styles.listStyles(query({ sort: 'created_at' }), who);
    expect(data.map(({ clientName }) => clientName)).toEqual(['Renamed', undefined]);
    const told = await envelopesOf(product.store, id);
    expect(told).toMatchObject([{ data: { clientId, clientName: expect.not.stringMatching('Renamed') } }]);
  });

  test('is seen by client callers of its own client alone, in lists and totals too', async () => {
    const who = caller();
    const [mine, another] = [await createClient(who), await createClient(who)];
    const style = await create(who, { clientId: mine });
    await create(who, { clientId: another });
    const strange = await create(who);
    const client = as(who, { role: 'client', clientId: mine });
    expect(await product.styles.listStyles(query(), client)).toMatchObject({ total: 1, data: [{ id: style.id }] });
    expect(await product.styles.listStyles({ ...query(), clientId: another }, client)).toMatchObject({ total: 0 });
    await expect(product.styles.getStyle({ id: strange.id }, client)).rejects.toMatchObject({ code: 'not_found' });
    await expect(change(client, style.id, { name: 'Mine' })).rejects.toMatchObject({
      code: 'insufficient_permissions',
    });
  });
});

describe('a SKU', () => {
  test('that nothing refers to goes with its size; finance is asked first', async () => {
    const who = caller();
    const style = await create(who);
    const { record } = await change(who, style.id, { sizes: ['M', 'L'] });
    expect(record?.skus.map(({ size }) => size)).toEqual(['M', 'L', 'M', 'L']);
    expect(product.finance.asked.at(-1)).toEqual([`sku:${skuId(style, 0)}`, `sku:${skuId(style, 2)}`]);
  });

  test('that came while finance was asked does not go unasked', async () => {
    const who = caller();
    const style = await create(who);
    product.finance.meanwhile = () => change(who, style.id, { sizes: ['S', 'M', 'L'] });
    const { record } = await change(who, style.id, { sizes: ['S'] });
    expect(record?.skus.map(({ size }) => size)).toEqual(['S', 'S']);
    expect(product.finance.kept.at(-1)).toEqual([`sku:${skuId(style, 1)}`, `sku:${skuId(style, 3)}`]);
    expect(product.finance.asked.at(-1)).toHaveLength(4);
  });

  test('of a style that is being deleted: no change is made, not even one that changes nothing', async () => {
    const who = caller();
    const style = await create(who);
    const archived = await create(who, { status: 'archived' });
    const refusals: unknown[] = [];
    const refused = async (write: Promise<unknown>) => refusals.push(await write.catch(({ code }) => code));
    for (const { id } of [style, archived]) {
      product.finance.meanwhile = async () => {
        await refused(change(who, id, { name: style.name }));
        await refused(product.styles.archiveStyle({ id }, who));
      };
      await product.styles.deleteStyle({ id }, who);
    }
    expect(refusals).toEqual(Array(4).fill('upstream_unavailable'));
  });

  test('goes with 1,999 others', async () => {
    const who = caller();
    const names = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);
    const { id } = await create(who, { colors: names(50), sizes: names(40) });
    const { record } = await change(who, id, { colors: ['new'] });
    expect(record?.skuCount).toBe(40);
  });

  test('stays with its style while finance says no', async () => {
    const who = caller();
    const style = await create(who);
    product.finance.refusal = new AppError('in_use', 'SKU is in use by sales order SO-1');
    await expect(change(who, style.id, { colors: ['navy'] })).rejects.toMatchObject({ code: 'in_use' });
    expect((await product.styles.getStyle({ id: style.id }, who)).record).toEqual(style);
    // A change that removes no SKU calls neither finance nor identity.
    await change(who, style.id, { colors: ['navy', 'sand', 'moss'] });
  });

  test('that is in a kit stays, and finance keeps it, too', async () => {
    const who = caller();
    const [style, bundle] = [await create(who), await create(who, { colors: ['-'], sizes: ['-'] })];
    await setKit(who, bundle.id, skuId(bundle, 0), skuId(style, 0));
    await expect(change(who, style.id, { colors: ['sand'] })).rejects.toMatchObject({
      code: 'in_use',
      message: `One of the removed SKUs is in use by kit ${bundle.skus[0]?.documentId}`,
    });
    expect(product.finance.kept.at(-1)).toEqual([`sku:${skuId(style, 0)}`, `sku:${skuId(style, 1)}`]);
    await expect(product.styles.deleteStyle({ id: style.id }, who)).rejects.toMatchObject({ code: 'in_use' });
    await setKit(who, bundle.id, skuId(bundle, 0));
    await change(who, style.id, { colors: ['sand'] });
    await product.styles.deleteStyle({ id: style.id }, who);
  });
});

test.each<[string, (id: string, by: Caller) => Promise<object>]>([
  ['a change of colors', changing({ colors: ['moss'] })],
  ['a change of sizes', changing({ sizes: ['L'] })],
  ['another change', changing({ name: 'Anorak' })],
  ['a delete', (id, by) => product.styles.deleteStyle({ id, expectedRevision: 1 }, by)],
])('%s is answered again as it was', async (what, write) => {
  const who = caller();
  const { id } = await create(who);
  const once = keyed(who, what);
  const first = await write(id, once);
  expect(await write(id, once)).toEqual({ ...first, replayed: true });
});

function changing(patch: object) {
  return (id: string, by: Caller) =>
    product.styles.updateStyle({ id, patch, fields: Object.keys(patch), expectedRevision: 1 }, by);
}

describe('a kit', () => {
  test('names SKUs of any style, by id or number, and is shown with them', async () => {
    const who = caller();
    const [style, bundle] = [await create(who), await create(who, { colors: ['-'], sizes: ['-'] })];
    const numbered = style.skus[1]?.documentId ?? '';
    const { record } = await setKit(
      who,
      bundle.documentId,
      bundle.skus[0]?.documentId ?? '',
      skuId(style, 0),
      numbered,
    );
    expect(record?.skus[0]).toMatchObject({
      isKittedBundle: true,
      kittedBundle: [
        { skuId: skuId(style, 0), styleId: style.id, quantity: 1, color: 'navy', size: 'S' },
        { skuId: skuId(style, 1), styleId: style.id, quantity: 1, color: 'navy', size: 'M' },
      ],
    });
  });

  test('of SKUs of its own style goes with it', async () => {
    const who = caller();
    const style = await create(who);
    await setKit(who, style.id, skuId(style, 0), skuId(style, 1));
    await product.styles.deleteStyle({ id: style.id }, who);
    const rows = product.store.connection.collection('references');
    expect(await rows.countDocuments({ orgId: who.context.principal.orgId })).toBe(0);
  });

  test('holds no kits, also when two are made at once', async () => {
    const who = caller();
    const style = await create(who);
    const [first, second] = [skuId(style, 0), skuId(style, 1)];
    const made = await Promise.allSettled([setKit(who, style.id, first, second), setKit(who, style.id, second, first)]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const other = await create(who, { colors: ['-'], sizes: ['-'] });
    const { record } = await product.styles.getStyle({ id: style.id }, who);
    const kit = record?.skus.find(({ isKittedBundle }) => isKittedBundle)?.id ?? '';
    await expect(setKit(who, other.id, skuId(other, 0), kit)).rejects.toMatchObject({ code: 'validation_failed' });
    const packed = kit === first ? second : first;
    await expect(setKit(who, style.id, packed, skuId(other, 0))).rejects.toMatchObject({ code: 'in_use' });
  });

  test.each([
    ['nothing', 'nobody'],
    ['a SKU of another org', undefined],
  ])('does not hold %s', async (_case, key) => {
    const who = caller();
    const [style, strange] = [await create(who), await create(caller())];
    await expect(setKit(who, style.id, skuId(style, 0), key ?? skuId(strange, 0))).rejects.toMatchObject({
      issues: [{ loc: ['body', 'kittedBundle', '0', 'skuId'] }],
    });
    await expect(setKit(who, style.id, 'nobody')).rejects.toMatchObject({ message: 'SKU not found' });
  });
});
