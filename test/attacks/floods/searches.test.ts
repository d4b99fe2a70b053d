import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ProductService, startProduct } from '../../integration/product/product-service.ts';
import { caller, query } from '../../support/service/callers.ts';

/**
 * Number of searches. The queue of the org must keep them from using all database connections and the time of other
 * orgs.
 */
const FLOOD = 60;
/** Maximum number of searches of an org that run or wait. */
const MOST = 33;

let product: ProductService;
beforeAll(async () => {
  product = await startProduct();
}, 30_000);
afterAll(() => product.close());

test('a flood of searches is refused beyond what can be made in time, and others are answered before the rest', async () => {
  const [greedy, other] = [caller(), caller()];
  const search = (by: typeof greedy) => product.clients.listClients(query({ search: 'o' }), by);
  const outcomes: string[] = [];
  const flood = Array.from({ length: FLOOD }, () =>
    search(greedy).then(
      () => outcomes.push('ok'),
      ({ code }) => outcomes.push(code),
    ),
  );
  expect((await search(other)).total).toBe(0);
  expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeLessThan(MOST / 2);
  await Promise.all(flood);
  expect(Object.groupBy(outcomes, (outcome) => outcome)).toMatchObject({
    ok: { length: MOST },
    rate_limited: { length: FLOOD - MOST },
  });
});
