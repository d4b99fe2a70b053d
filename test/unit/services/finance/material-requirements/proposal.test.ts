import { expect, test } from '@jest/globals';
import { parseDecimal } from '#chassis/domain/money.ts';
import { proposalsOf } from '../../../../../services/finance/material-requirements/domain/proposal.ts';
import type { Requirement } from '../../../../../services/finance/material-requirements/domain/requirements.ts';

/** A document of MongoDB has up to 16 MiB, and a part of an item has up to 150 bytes. */
const MOST_PARTS = 100_000;

const row = (materialId: string, orders: number) =>
  ({
    ...{ problem: null, supplierId: 's', materialId, buyIn: 'EUR', deliveryDate: null, order: parseDecimal(orders) },
    orders: Array.from({ length: orders }, (_, index) => ({
      ...{ salesOrderId: `o${index}`, uncovered: parseDecimal(1), shipped: parseDecimal(0), pieces: [] },
    })),
  }) as unknown as Requirement;

test('materials that many sales orders need are bought by as many orders as can be stored', () => {
  const rows = Array.from({ length: 300 }, (_, index) => row(`m${index}`, 1_000));
  const proposals = proposalsOf(rows, new Map());
  expect(proposals.flatMap(({ items }) => items.map(({ materialId }) => materialId))).toEqual(
    rows.map(({ materialId }) => materialId),
  );
  const parts = proposals.map(({ items }) => items.reduce((sum, { forOrders }) => sum + forOrders.length, 0));
  expect(Math.max(...parts)).toBeLessThan(MOST_PARTS);
  expect(proposalsOf([row('m', 10), row('n', 10)], new Map())).toHaveLength(1);
});
