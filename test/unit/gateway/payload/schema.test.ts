import { expect, test } from '@jest/globals';
import { PurchaseOrderInput, PurchaseOrderPatch, SalesOrderInput } from '#proto/finance/v1/contract.ts';
import { holdsDecimals } from '../../../../gateway/payload/schema.ts';

test('exact decimals are found at any depth, and nothing else is taken for one', () => {
  expect([PurchaseOrderInput, PurchaseOrderPatch].map(holdsDecimals)).toEqual([true, true]);
  expect(holdsDecimals(SalesOrderInput)).toBe(false);
});
