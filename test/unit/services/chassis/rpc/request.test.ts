import { expect, test } from '@jest/globals';
import { loadService } from '#chassis/rpc/proto.ts';
import { ListRequest } from '#chassis/rpc/request.ts';
import { supplier } from '#proto/product/v1/supplier.contract.ts';

const rpc = loadService('product', 'SupplierService').ImportSuppliers as NonNullable<
  ReturnType<typeof loadService>[string]
>;
const listOf = (suppliers: object[]) => new ListRequest(rpc.requestSerialize({ suppliers }), rpc.requestDeserialize);
const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Mill ${index}` }));

test('a list is read in parts, each with its place', () => {
  const list = listOf(named(7));
  expect(list.length).toBe(7);
  const parts = [...list.parts(supplier.requests.import, 3)];
  expect(parts.map(({ from, length }) => [from, length])).toEqual([
    [0, 3],
    [3, 3],
    [6, 1],
  ]);
  expect(parts.flatMap(({ request }) => request.suppliers)).toMatchObject(named(7));
});

test('an empty list has no parts', () => expect([...listOf([]).parts(supplier.requests.import, 3)]).toEqual([]));

test('a fault is named by its place in the whole list', () => {
  const list = listOf([...named(4), { name: '' }]);
  const issues = [expect.objectContaining({ loc: ['body', 'suppliers', '4', 'name'] })];
  expect(() => [...list.parts(supplier.requests.import, 3)]).toThrow(expect.objectContaining({ issues }));
});
