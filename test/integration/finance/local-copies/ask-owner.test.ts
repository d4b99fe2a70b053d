import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { openReferences, type RecordName } from '#chassis/reference-integrity/references.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { PARTS } from '../../../../services/finance/finance.ts';
import { askProduct } from '../../../../services/finance/local-copies/ask-owner.ts';
import { learning } from '../../../../services/finance/local-copies/learning.ts';
import { createLocalCopies } from '../../../../services/finance/local-copies/local-copies.ts';
import { productOf } from '../../../../services/finance/local-copies/owner.ts';
import { requireClient, resolveLines } from '../../../../services/finance/orders/order-references.ts';
import { deadRelay } from '../../../support/writing.ts';
import { callOf, openCopies, openOwner } from './copies-scene.ts';

/** No events are delivered in these tests. finance learns of a delete only by asking product. */

const { product, owner: who, client } = await openOwner();
const { store, reader, repository } = await openCopies();
const owner = productOf(product.snapshots);
const copies = createLocalCopies({ reader, learn: learning(owner, repository) });
const references = openReferences(store, { parts: PARTS });
const writer = createWriter({ store, service: 'finance', relay: deadRelay() });
writer.askBeforeRetry(askProduct({ owner, reader, copies: repository }));

const { orgId } = who.context.principal;
/** Fence of product's latest reservation at finance. */
let fence = 0;

/** Creates a document that refers to the client and to the lines' SKUs. */
function refer(clientId: string, lines: { skuId?: string; styleId?: string }[] = [], timeout?: number) {
  const call = callOf(who, timeout);
  const prepare = async () => {
    const client = await requireClient(copies, clientId, call);
    const found = await resolveLines(copies, lines as never, call);
    return [`client:${client.id}`, ...found.flatMap(({ skuId }) => (skuId ? [`sku:${skuId}`] : []))] as RecordName[];
  };
  const shown = { orgId, kind: 'sales_order', name: 'SO-1', status: 'draft', createdAt: call.now };
  return writer.createPrepared(call, prepare, async (tx, targets) => {
    await references.set(tx.session, [{ ...shown, record: `order:${newId()}`, targets }]);
    return {};
  });
}

/** Closes the targets for new references, as a delete in product does before it removes the records. */
const close = (...targets: RecordName[]) =>
  store.transaction((session) => references.close(session, orgId, targets, ++fence), Date.now() + 5_000);
const reopen = (...targets: RecordName[]) =>
  store.transaction((session) => references.reopen(session, orgId, targets, fence), Date.now() + 5_000);

const refusedAt = (...loc: string[]) => ({ code: 'validation_failed', issues: [{ loc: ['body', ...loc] }] });

test('a reference to a client that was deleted names the field, before the event has come', async () => {
  const id = await client();
  await refer(id);
  await store.connection.collection('references').deleteMany({ target: `client:${id}` });
  await close(`client:${id}`);
  await product.clients.deleteClient({ id }, who);
  await expect(refer(id)).rejects.toMatchObject(refusedAt('clientId'));
  expect(await copies.known({ orgId }, 'client', [id])).toEqual(new Map());
});

test('a reference to a SKU that its style has dropped names the line', async () => {
  const { record } = await product.styles.createStyle(
    { style: { name: 'Jacket', colors: ['Red'], sizes: ['S', 'M'] } },
    who,
  );
  const [kept, dropped] = record?.skus ?? [];
  const clientId = await client();
  await refer(clientId, [{ skuId: kept?.id as string }]);
  await close(`sku:${dropped?.id}`);
  await product.styles.updateStyle({ id: record?.id as string, patch: { sizes: ['S'] }, fields: ['sizes'] }, who);
  await expect(refer(clientId, [{ skuId: dropped?.id as string }])).rejects.toMatchObject({
    code: 'validation_failed',
  });
  await refer(clientId, [{ skuId: kept?.id as string }]);
});

test('a reference waits for a delete that is under way, and is made when the client stays', async () => {
  const id = await client();
  await close(`client:${id}`);
  const referring = refer(id);
  await reopen(`client:${id}`);
  await referring;
});

test('a reference is a conflict when the delete outlasts its time', async () => {
  const id = await client();
  await close(`client:${id}`);
  await expect(refer(id, [], 1_500)).rejects.toMatchObject({ code: 'conflict' });
});
