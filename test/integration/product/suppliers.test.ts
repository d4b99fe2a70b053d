import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Caller, caller, envelopesOf, query } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();

const mill = { name: 'Mill', country: 'Portugal', currency: 'EUR', email: 'sales@mill.example', leadTimeDays: 21 };

async function create(who: Caller, fields: object = {}) {
  const { record } = await product.suppliers.createSupplier({ supplier: { ...mill, ...fields } }, who);
  if (!record) throw new Error('No record');
  return record;
}

test('a supplier is read as it was created', async () => {
  const who = caller();
  const created = await product.suppliers.createSupplier({ supplier: mill }, who);
  expect(created).toMatchObject({ record: { ...mill, status: 'active' }, revision: 1, replayed: false });
  const read = await product.suppliers.getSupplier({ id: created.record?.id ?? '' }, who);
  expect(read).toEqual({ ...created, eventId: '' });
});

test('a change that changes nothing is answered, and neither saved nor told', async () => {
  const who = caller();
  const { id, updatedAt } = await create(who);
  const request = { id, patch: { name: 'Mill', leadTimeDays: 21 }, fields: ['name', 'leadTimeDays', 'phoneNumber'] };
  const answer = await product.suppliers.updateSupplier(request, who);
  expect(answer).toMatchObject({ record: { id, name: 'Mill', updatedAt }, revision: 1, eventId: '' });
  expect(await envelopesOf(product.store, id)).toHaveLength(1);
});

describe('a list', () => {
  const who = caller();
  beforeAll(async () => {
    await create(who, { name: 'beta', country: 'France' });
    await create(who, { name: 'alpha', country: 'Germany' });
    const old = await create(who, { name: 'gamma $ne', country: 'Spain' });
    await product.suppliers.archiveSupplier({ id: old.id }, who);
  });
  const names = async (fields: object, filters: object = {}) => {
    const page = await product.suppliers.listSuppliers({ ...query(fields), ...filters }, who);
    expect(page.total).toBe(page.data.length);
    return page.data.map(({ name }) => name);
  };

  test.each([
    [{ sort: 'name' }, {}, ['alpha', 'beta', 'gamma $ne']],
    [{ sort: '-createdAt' }, {}, ['gamma $ne', 'alpha', 'beta']],
    [{ sort: 'name' }, { status: 'active' }, ['alpha', 'beta']],
    [{ sort: 'name', search: 'AN' }, {}, ['alpha', 'beta']],
    [{ sort: '-name', search: 'an' }, { status: 'active' }, ['beta', 'alpha']],
    [{ sort: 'name', search: '$NE' }, {}, ['gamma $ne']],
    [{ sort: 'name', search: '.*' }, {}, []],
    [{ sort: 'name', search: 'alpha\nGer' }, {}, ['alpha']],
  ])('of %j and %j', async (fields, filters, expected) => {
    expect(await names(fields, filters)).toEqual(expected);
  });
});

test('a client caller sees no supplier and changes none', async () => {
  const who = caller();
  const { id } = await create(who);
  const client = { context: { ...who.context, principal: { ...who.context.principal, role: 'client' as const } } };
  const { suppliers } = product;
  for (const call of [suppliers.getSupplier, suppliers.deleteSupplier, suppliers.archiveSupplier]) {
    await expect(call({ id }, client)).rejects.toMatchObject({ code: 'insufficient_permissions' });
  }
  await expect(suppliers.listSuppliers(query(), client)).rejects.toMatchObject({ code: 'insufficient_permissions' });
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
