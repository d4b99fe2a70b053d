import { describe, expect, test } from '@jest/globals';
import type { Snapshots } from '#proto/gen/product/v1/Snapshots.ts';
import { caller, recordOf } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();

const owner = caller();
const admin = caller({ role: 'admin' });
const aClient = { name: 'Mill', country: 'DE', maxAccountValue: 10.5, currency: 'EUR', taxId: 'DE1' };

/** Creates a style with a SKU for each color in each size. */
const aStyle = (colors: string[], sizes: string[]) =>
  recordOf(product.styles.createStyle({ style: { name: 'Jacket', colors, sizes } }, owner));
const manyNames = (count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x'));

/** Requests the keys in `left` again until all are answered, as copying services do. Expects several replies. */
async function allOf(keys: string[], ask: (left: string[]) => Promise<Snapshots>) {
  const replies: Snapshots[] = [];
  for (let left = keys; left.length > 0; left = replies.at(-1)?.left ?? []) {
    replies.push(await ask(left));
    expect(replies.at(-1)?.left.length).toBeLessThan(left.length);
  }
  expect(replies.length).toBeGreaterThan(1);
  return replies;
}

describe('GetSnapshots', () => {
  test('has a client with its revision, and without what nobody copies', async () => {
    const { record } = await product.clients.createClient({ client: aClient }, owner);
    const id = record?.id as string;
    await product.clients.updateClient({ id, patch: { paymentTerms: '30 days' }, fields: ['paymentTerms'] }, owner);
    const reply = await product.snapshots.getSnapshots({ kind: 'client', keys: [id, 'unknown'] }, owner);
    const orgId = owner.context.principal.orgId;
    expect(reply.clients).toEqual([{ ...aClient, id, orgId, revision: 2, status: 'active', paymentTerms: '30 days' }]);
    expect(reply.left).toEqual([]);
  });

  test('does not show the kit of a SKU', async () => {
    const style = await aStyle(['Red'], ['S', 'M']);
    const [kit, part] = style.skus.map(({ id }) => id) as [string, string];
    const kittedBundle = [{ skuId: part, quantity: 2 }];
    await product.styles.setKit({ id: style.id, skuId: kit, kittedBundle }, owner);
    const { styles } = await product.snapshots.getSnapshots({ kind: 'style', keys: [style.id] }, owner);
    expect(styles[0]?.skus).toEqual(
      style.skus.map(({ id, documentId, color, size }) => ({ id, documentId, color, size })),
    );
  });

  test('leaves what one message does not hold, and every style is had in the end', async () => {
    const colors = manyNames(40, 60);
    const styles: string[] = [];
    for (let count = 0; count < 12; count++) styles.push((await aStyle(colors, manyNames(49, 20))).id);
    const replies = await allOf([...styles, 'unknown'], (keys) =>
      product.snapshots.getSnapshots({ kind: 'style', keys }, owner),
    );
    expect(replies.flatMap((reply) => reply.styles.map(({ id }) => id)).sort()).toEqual(styles.sort());
  });

  test.each([0, 101])('refuses %d keys', async (count) => {
    const keys = Array.from({ length: count }, (_, index) => `key${index}`);
    await expect(product.snapshots.getSnapshots({ kind: 'client', keys }, owner)).rejects.toMatchObject({
      code: 'validation_failed',
    });
  });
});

test('GetStylesOfSkus has the styles of SKUs, each once, by the ids and documentIds of the SKUs', async () => {
  const [one, two] = [await aStyle(['Red', 'Blue'], ['S', 'M']), await aStyle(['Red'], ['S'])];
  const keys = [one.skus[0]?.id, one.skus[1]?.documentId, two.skus[0]?.documentId, 'unknown', 'STY-2020-000001-1'];
  const { styles } = await product.snapshots.getStylesOfSkus({ keys: keys as string[] }, owner);
  expect(styles.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
  const { styles: others } = await product.snapshots.getStylesOfSkus({ keys: keys as string[] }, caller());
  expect(others).toEqual([]);
});

test('numbers of SKUs that there are not are looked for once, however large their styles', async () => {
  const numbers: string[] = [];
  for (let count = 0; count < 9; count++)
    numbers.push(`${(await aStyle(manyNames(40, 60), manyNames(49, 20))).documentId}-99999`);
  await allOf(numbers, (keys) => product.snapshots.getStylesOfSkus({ keys }, owner));
}, 60_000);

describe('ListSnapshots', () => {
  test('walks over the records of all orgs, each once', async () => {
    const made: string[] = [];
    for (const who of [caller(), caller(), owner, caller()]) {
      const { record } = await product.suppliers.createSupplier({ supplier: { name: 'Zip & Co' } }, who);
      made.push(record?.id as string);
    }
    const walked: string[] = [];
    let after: string | undefined;
    do {
      const page = await product.snapshots.listSnapshots({ kind: 'supplier', limit: 2, after: after ?? null }, admin);
      walked.push(...page.suppliers.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect(walked).toEqual([...new Set(walked)].sort());
    expect(walked).toEqual(expect.arrayContaining(made));
  });

  test('is for nobody but an admin', async () => {
    const listing = product.snapshots.listSnapshots({ kind: 'client', limit: 1 }, owner);
    await expect(listing).rejects.toMatchObject({ code: 'insufficient_permissions' });
  });
});
