import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InFlight } from '../../../../../services/notification/deliveries/in-flight.ts';

const CAPACITY = { deliveries: 1000, size: 1000 };
let next = 0;

/** Brings deliveries of the webhook until there is no room; returns how many. */
function fill(holdings: InFlight, id: string, orgId: string, size = 1): number {
  let brought = 0;
  while (holdings.room({ id, orgId }) > 0) {
    holdings.hold({ id: String(next++), webhookId: id, orgId, size });
    brought += 1;
  }
  return brought;
}

describe('who is greedy gets a share, and something is left for who comes next', () => {
  test('beside one webhook', () => {
    const holdings = new InFlight(CAPACITY);
    expect(fill(holdings, 'w', 'o')).toBeGreaterThanOrEqual(45);
    expect(fill(holdings, 'other', 'o')).toBeGreaterThanOrEqual(30);
    expect(fill(holdings, 'new', 'new')).toBeGreaterThanOrEqual(30);
  });

  test.each([
    [1, 40],
    [4, 20],
    [10, 5],
    [100, 1],
  ])('beside %i orgs of five webhooks: %i', (orgs, least) => {
    const holdings = new InFlight(CAPACITY);
    for (let org = 0; org < orgs; org++)
      for (let webhook = 0; webhook < 5; webhook++) fill(holdings, `${org}.${webhook}`, `o${org}`);
    expect(fill(holdings, 'new', 'new')).toBeGreaterThanOrEqual(least);
  });

  test('beside four webhooks of the same org', () => {
    const holdings = new InFlight(CAPACITY);
    for (let webhook = 0; webhook < 4; webhook++) fill(holdings, `w${webhook}`, 'o');
    expect(fill(holdings, 'new', 'o')).toBeGreaterThanOrEqual(15);
  });

  test('where it is large payloads', () => {
    const holdings = new InFlight(CAPACITY);
    expect(fill(holdings, 'w', 'o', 50)).toBeLessThanOrEqual(2);
    expect(fill(holdings, 'new', 'new', 50)).toBeGreaterThan(0);
  });
});

test('what is released can be brought again', () => {
  const holdings = new InFlight(CAPACITY);
  const brought = fill(holdings, 'w', 'o');
  for (const id of holdings.ids()) holdings.release(id);
  holdings.release('never held');
  expect(holdings.count('w')).toBe(0);
  expect(fill(holdings, 'w', 'o')).toBe(brought);
});

test('never is more held than there is room for, but for the last payload', () => {
  const load = fc.record({ webhook: fc.nat(9), size: fc.integer({ min: 0, max: 100 }), release: fc.boolean() });
  fc.assert(
    fc.property(fc.array(load, { maxLength: 300 }), (loads) => {
      const holdings = new InFlight(CAPACITY);
      const sizes = new Map<string, number>();
      for (const { webhook, size, release } of loads) {
        const [first] = holdings.ids();
        if (release && first !== undefined) {
          holdings.release(first);
          sizes.delete(first);
        }
        const [id, orgId] = [`w${webhook}`, `o${webhook % 3}`];
        if (holdings.room({ id, orgId }) === 0) continue;
        const key = String(next++);
        holdings.hold({ id: key, webhookId: id, orgId, size });
        sizes.set(key, size);
      }
      const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
      // Three orgs may bring one each where nothing is left.
      expect(total).toBeLessThan(CAPACITY.size + 4 * 100);
      expect(holdings.ids().sort()).toEqual([...sizes.keys()].sort());
    }),
  );
});
