import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Envelope } from '#chassis/domain/record.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { BomLineItemInput } from '#proto/gen/product/v1/BomLineItemInput.ts';
import { NO_DRIFT } from '../../../../services/finance/local-copies/domain/drift.ts';
import { learning } from '../../../../services/finance/local-copies/learning.ts';
import { createLocalCopies } from '../../../../services/finance/local-copies/local-copies.ts';
import { onRecordEvent } from '../../../../services/finance/local-copies/on-record-event.ts';
import { MAX_KEYS, productOf } from '../../../../services/finance/local-copies/owner.ts';
import { checkCopies } from '../../../../services/finance/local-copies/rebuild.ts';
import { COLLECTION } from '../../../../services/finance/local-copies/repository.ts';
import { storedCopies } from '../../../../services/finance/local-copies/stored-copies-repository.ts';
import { caller, envelopesOf } from '../../../support/service/callers.ts';
import { callOf, openCopies, openOwner } from './copies-scene.ts';

/** The kits of styles and the approved lines of BOMs. Events carry them only when they change. */

const { product } = await openOwner();
const { store, reader, repository } = await openCopies();
const handle = onRecordEvent(repository);
const owner = productOf(product.snapshots);
const admin = caller({ role: 'admin' });
const { orgId } = admin.context.principal;

const asked: string[] = [];
const learn = learning(owner, repository);
const copies = createLocalCopies({
  reader,
  learn: (question, keys, call) => {
    asked.push(...keys);
    return learn(question, keys, call);
  },
});

const { record: mill } = await product.suppliers.createSupplier({ supplier: { name: 'Mill' } }, admin);
const { record: twill } = await product.materials.createMaterial(
  { material: { name: 'Twill', skus: [] } as never },
  admin,
);
const line = (netBuyingConsumption: number): BomLineItemInput =>
  ({
    ...{ unit: 'm', netBuyingConsumption, chosenAssignedMaterialId: twill?.id },
    assignedMaterialOptions: [
      { materialId: twill?.id, supplierId: mill?.id, cost: 6.4, currency: 'EUR', leadTimeDays: 30, moq: 300 },
    ],
  }) as never;

/** A style with a kit, and its BOM: version 1 and 2 are approved, version 3 is a draft with other lines. */
async function made() {
  const { record: style } = await product.styles.createStyle(
    { style: { name: 'Jacket', colors: ['Red'], sizes: ['S', 'M'] } },
    admin,
  );
  const [kit, part] = style?.skus ?? [];
  const kittedBundle = [{ skuId: part?.id as string, quantity: 2 }];
  await product.styles.setKit({ id: style?.id as string, skuId: kit?.id as string, kittedBundle }, admin);
  const { record } = await product.boms.createBom({ bom: { styleId: style?.id as string } }, admin);
  const id = record?.id as string;
  for (const consumption of [1.5, 1.75, 9]) {
    const lineItems = [line(consumption), { description: 'Label', category: 'Trims' } as BomLineItemInput];
    if (consumption > 1.5) await product.boms.createBomVersion({ id, version: {} }, admin);
    const version = consumption === 9 ? '3' : consumption === 1.5 ? '1' : '2';
    await product.boms.replaceBomLineItems({ id, version, lineItems }, admin);
    if (consumption === 9) continue;
    await product.boms.submitBom({ id }, admin);
    await product.boms.approveBom({ id }, admin);
  }
  return { styleId: style?.id as string, kitId: kit?.id as string, partId: part?.id as string, id };
}

const { styleId, kitId, partId, id } = await made();
const events = [...(await envelopesOf(product.store, styleId)), ...(await envelopesOf(product.store, id))];
const say = (envelope: Envelope) =>
  handle({ envelope, subject: `events.product.${envelope.type}`, redelivered: false });
/** The event with ids alone, as if it were too large. */
const cut = (envelope: Envelope): Envelope => ({ ...envelope, data: { id: envelope.data.id }, truncated: true });
const renamed = (envelope: Envelope): Envelope => ({ ...envelope, id: `evt_${newId()}` });

async function forgetAll() {
  await Promise.all([COLLECTION, 'guards'].map((name) => store.connection.collection(name).deleteMany({})));
  asked.length = 0;
}

const options = { context: admin.context };
const ofProduct = async (kind: 'kit' | 'recipe', key: string) =>
  (await owner.get(kind, [key], options)).snapshots[0]?.copy;
const found = async () => [
  await copies.find('kit', styleId, callOf(admin)),
  await copies.find('recipe', id, callOf(admin)),
];

test('the events have the kits and the lines that product has, and product is not asked', async () => {
  await forgetAll();
  for (const event of events) await say(renamed(event));
  const [kit, recipe] = await found();
  expect(asked).toEqual([]);
  expect(kit).toEqual({ id: styleId, skus: [{ id: kitId, kittedBundle: [{ skuId: partId, styleId, quantity: 2 }] }] });
  expect(recipe).toMatchObject({
    ...{ id, versionNumber: 2, lineCount: 2 },
    lines: [
      {
        materialId: twill?.id,
        supplierId: mill?.id,
        netBuyingConsumption: 1.75,
        cost: 6.4,
        leadTimeDays: 30,
        moq: 300,
      },
      { materialId: null, supplierId: null, description: 'Label', netBuyingConsumption: null },
    ],
  });
  expect([kit, recipe]).toEqual([await ofProduct('kit', styleId), await ofProduct('recipe', id)]);
  const drift = await checkCopies({ owner, stored: storedCopies(store, MAX_KEYS) }, 0);
  expect([drift.kit, drift.recipe]).toEqual([NO_DRIFT, NO_DRIFT]);
});

test('events in any order, lost, repeated or without data leave nothing wrong', async () => {
  const wanted = [await ofProduct('kit', styleId), await ofProduct('recipe', id)];
  const delivered = fc.array(fc.tuple(fc.nat(events.length - 1), fc.boolean()), { maxLength: 2 * events.length });
  const last = [events.findLast(({ data }) => data.id === styleId), events.at(-1)] as Envelope[];
  await fc.assert(
    fc.asyncProperty(delivered, fc.nat(events.length), async (sent, readAt) => {
      await forgetAll();
      for (const [index, [event, isCut]] of sent.entries()) {
        if (index === readAt) await found();
        const envelope = renamed(events[event] as Envelope);
        await say(isCut ? cut(envelope) : envelope);
      }
      // The last event of each record always arrives in the end. Without it, the copy is as old as the last event.
      for (const event of last) await say(renamed(event));
      expect(await found()).toEqual(wanted);
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('a BOM whose event was too large is found by its style once product was asked', async () => {
  await forgetAll();
  await say(cut(renamed(events.at(-1) as Envelope)));
  expect(await copies.bomsOf({ orgId }, [styleId])).toEqual([]);
  await copies.findUnreadBoms(callOf(admin));
  expect(await copies.bomsOf({ orgId }, [styleId])).toEqual([{ id, styleId }]);
  expect(await copies.bomsOf({ orgId: newId() }, [styleId])).toEqual([]);
  asked.length = 0;
  await copies.findUnreadBoms(callOf(admin));
  expect(asked).toEqual([]);
});

test('a deleted BOM and the kits of a deleted style are gone', async () => {
  await forgetAll();
  for (const event of events) await say(renamed(event));
  for (const one of [events[0], events.at(-1)] as Envelope[]) {
    const type = `${one.type.split('.')[0]}.deleted`;
    await say({ ...renamed(one), type, sequence: 1_000 });
  }
  expect(await found()).toEqual([undefined, undefined]);
});
