import { expect, test } from '@jest/globals';
import { caller, envelopesOf, query, recordOf } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();

const mill = { name: 'Mill', country: 'Portugal', currency: 'EUR', email: 'sales@mill.example', leadTimeDays: 21 };

test('a change that changes nothing is answered, and neither saved nor told', async () => {
  const who = caller();
  const { id, updatedAt } = await recordOf(product.suppliers.createSupplier({ supplier: mill }, who));
  const request = { id, patch: { name: 'Mill', leadTimeDays: 21 }, fields: ['name', 'leadTimeDays', 'phoneNumber'] };
  const answer = await product.suppliers.updateSupplier(request, who);
  expect(answer).toMatchObject({ record: { id, name: 'Mill', updatedAt }, revision: 1, eventId: '' });
  expect(await envelopesOf(product.store, id)).toHaveLength(1);
});

test('a supplier that is older than its contacts has none, and gets them by a change', async () => {
  const who = caller();
  const { id } = await recordOf(product.suppliers.createSupplier({ supplier: mill }, who));
  const suppliers = product.store.connection.collection<{ _id: string }>('suppliers');
  await suppliers.updateOne({ _id: id }, { $unset: { contacts: 1, address: 1 } });
  expect(await recordOf(product.suppliers.getSupplier({ id }, who))).toMatchObject({ contacts: [] });
  const patch = { contacts: [{ contactName: 'Jo' }] };
  await product.suppliers.updateSupplier({ id, patch, fields: ['contacts'] }, who);
  const [, changed] = await envelopesOf(product.store, id);
  expect(changed).toMatchObject({ data: patch, previous: { contacts: [] } });
});

test('an import that is written in many parts is whole, or not there; one of no lines writes nothing', async () => {
  const who = caller();
  const many = Array.from({ length: 600 }, (_, index) => ({ name: `Mill ${index}` }));
  const wrong = product.suppliers.importSuppliers({ suppliers: [...many, { name: '' }] }, who);
  await expect(wrong).rejects.toMatchObject({ issues: [{ loc: ['body', 'suppliers', '600', 'name'] }] });
  expect(await product.suppliers.listSuppliers(query(), who)).toMatchObject({ total: 0 });
  expect(await product.suppliers.importSuppliers({ suppliers: [] }, who)).toMatchObject({ created: 0, eventId: '' });
  expect(await product.suppliers.importSuppliers({ suppliers: many }, who)).toMatchObject({ created: 600 });
  expect(await product.suppliers.listSuppliers(query(), who)).toMatchObject({ total: 600 });
});

test('an import of more records than one takes is refused', async () => {
  const suppliers = Array.from({ length: 10_001 }, () => ({ name: 'Mill' }));
  const refused = product.suppliers.importSuppliers({ suppliers }, caller());
  await expect(refused).rejects.toMatchObject({ code: 'validation_failed' });
});
