import { expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { documentsOf } from '../../../../../services/product/incoming-references/documents.ts';

const said = { orgId: 'org', kind: 'purchase_order', id: 'po1', sequence: 4, is: 'unknown' } as const;
const record = {
  ...{ id: 'DCPO-2026-000001', internalId: 'po1', status: 'issued', createdAt: '2026-03-01T12:00:00.000Z' },
  ...{ supplierId: 'v1', items: [{ bomId: 'b1' }, { materialId: 'm1' }] },
};
/** Finance, as far as it is asked for purchase orders: `answer` is what it says. */
const finance = (answer: (request: { id: string }) => unknown) =>
  documentsOf({
    orders: { getOrder: () => Promise.reject(new Error('It is none')) },
    purchaseOrders: { getPurchaseOrder: (async (request: { id: string }) => answer(request)) as never },
  });

test('a purchase order is read by its own id, at the revision that it has by then', async () => {
  const documents = finance(({ id }) => ({ record: { ...record, internalId: id }, revision: 5 }));
  expect(await documents.read(said)).toEqual({
    ...{ orgId: 'org', kind: 'purchase_order', id: 'po1', sequence: 5, isRead: true },
    ...{ is: 'using', name: 'DCPO-2026-000001', status: 'issued', createdAt: new Date(record.createdAt) },
    targets: ['supplier:v1', 'bom:b1', 'material:m1'],
  });
});

test.each(['not_found', 'insufficient_permissions'] as const)('%s: no more is said of it', async (code) => {
  const documents = finance(() => Promise.reject(new AppError(code, code)));
  expect(await documents.read(said)).toBe(said);
});
