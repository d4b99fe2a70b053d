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

test('no more than four are read at once, and two of an org', async () => {
  let open = 0;
  const opened: number[] = [];
  const waiting: (() => void)[] = [];
  const documents = finance(async () => {
    opened.push(++open);
    await new Promise<void>((resolve) => waiting.push(resolve));
    open -= 1;
    return { record, revision: 5 };
  });
  const reads = ['o1', 'o1', 'o1', 'o2', 'o3', 'o3', 'o3'].map((orgId) => documents.read({ ...said, orgId }));
  await new Promise(setImmediate);
  expect(opened).toEqual([1, 2, 3, 4]);
  let left = reads.length;
  for (const read of reads) void read.then(() => left--);
  while (left > 0) {
    waiting.shift()?.();
    await new Promise(setImmediate);
  }
  expect(Math.max(...opened)).toBe(4);
  expect(opened).toHaveLength(reads.length);
});
