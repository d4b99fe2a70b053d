import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  createAccount,
  type ManagementAccount,
  TOP,
} from '../../../../../../services/finance/management-accounts/domain/account.ts';
import {
  carriesLevels,
  MAX_CARRIED,
  MAX_LEVEL,
  moveAccount,
  placeUnder,
} from '../../../../../../services/finance/management-accounts/domain/move.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

/** A chart in memory, moved by the rules as the service moves the stored one. */
class Chart {
  readonly accounts = new Map<string, ManagementAccount>();

  add(id: string, parentId: string | null): void {
    const place = placeUnder(parentId === null ? null : this.#one(parentId), parentId);
    const account = createAccount({ code: id, name: id }, { id, orgId: 'o1', now, ...place });
    this.accounts.set(id, account.state);
  }

  /** False where it is refused. */
  move(id: string, parentId: string | null): boolean {
    const before = this.#one(id);
    try {
      const place = placeUnder(parentId === null ? null : this.#one(parentId), parentId);
      const below = carriesLevels(before, place) ? this.#below(id) : [];
      const { account, carried } = moveAccount(before, { changes: {}, place, named: parentId, below }, now);
      for (const { state } of [...carried, account]) this.accounts.set(state.id, state);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'validation_failed', issues: [{ loc: ['body', 'parentId'] }] });
      return false;
    }
  }

  /** Whether it is, or is the other itself. */
  isBelow(id: string, other: string): boolean {
    return this.#lineOf(id).some((above) => above.id === other);
  }

  #one(id: string): ManagementAccount {
    return this.accounts.get(id) as ManagementAccount;
  }

  #lineOf(id: string): ManagementAccount[] {
    const { parentId } = this.#one(id);
    return [this.#one(id), ...(parentId === null ? [] : this.#lineOf(parentId))];
  }

  #below(id: string): ManagementAccount[] {
    const children = [...this.accounts.values()].filter(({ parentId }) => parentId === id);
    return children.flatMap((child) => [child, ...this.#below(child.id)]);
  }
}

const COUNT = 12;
const one = fc.integer({ min: 0, max: COUNT - 1 }).map(String);
const step = fc.record({ id: one, parentId: fc.option(one) });

test('random moves make no cycle, and leave every level at its parent’s and one', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat())), fc.array(step, { maxLength: 40 }), (parents, moves) => {
      const chart = new Chart();
      for (let index = 0; index < COUNT; index++) {
        const parent = index > 0 ? parents[index] : undefined;
        chart.add(String(index), parent === undefined || parent === null ? null : String(parent % index));
      }
      for (const { id, parentId } of moves) {
        const isRound = parentId !== null && chart.isBelow(parentId, id);
        expect(chart.move(id, parentId)).toBe(!isRound);
        for (const { level, parentId: above, parent } of chart.accounts.values()) {
          expect(level).toBe(above === null ? 1 : (chart.accounts.get(above)?.level ?? Number.NaN) + 1);
          expect(parent?.id ?? null).toBe(above);
        }
      }
    }),
  );
});

const make = (id: string, fields: Partial<ManagementAccount> = {}): ManagementAccount => ({
  ...createAccount({ code: id, name: id }, { ...TOP, id, orgId: 'o1', now }).state,
  ...fields,
});
const under = (level: number) => ({ parent: { id: 'p', code: 'p', name: 'p' }, level });
function move(below: ManagementAccount[], level: number, changes = {}) {
  const { account, carried } = moveAccount(make('a'), { changes, place: under(level), named: 'P', below }, now);
  return { account, carried: [...carried] };
}

test('what is carried tells its level and nothing else, and shows its parent as that is called now', () => {
  const child = make('c', { parentId: 'a', parent: { id: 'a', code: 'a', name: 'a' }, level: 2 });
  const { account, carried } = move([child], 2, { name: 'New name' });
  expect(account.event.previous).toEqual({ name: 'a', parentId: null, parent: null, level: 1 });
  expect(carried[0]).toMatchObject({
    state: { level: 3, parentId: 'a', parent: { name: 'New name' }, revision: 2 },
    event: { type: 'management_account.updated', sequence: 2 },
  });
  expect(carried[0]?.event.previous).toEqual({ level: 2 });
});

const refusal = (error: string) =>
  expect.objectContaining({
    code: 'validation_failed',
    issues: [expect.objectContaining({ loc: ['body', 'parentId'], msg: `Value error, ${error}`, input: 'P' })],
  });

test.each([
  ['itself', [] as ManagementAccount[], 'a'],
  ['what is below it', [make('b'), make('c')], 'c'],
])('an account does not come below %s', (_what, below, id) => {
  const place = { parent: { id, code: id, name: id }, level: 2 };
  const moving = () => moveAccount(make('a'), { changes: {}, place, named: 'P', below }, now);
  expect(moving).toThrow(refusal('an account cannot be below itself'));
});

test('the deepest level is the last', () => {
  const parent = (level: number) => ({ id: 'p', code: 'p', name: 'p', level, parentId: null });
  expect(placeUnder(parent(MAX_LEVEL - 1), 'P').level).toBe(MAX_LEVEL);
  const deep = refusal('a chart of accounts has at most 100 levels');
  expect(() => placeUnder(parent(MAX_LEVEL), 'P')).toThrow(deep);
  const below = [make('c', { level: 61 })];
  expect(move(below, 40).carried[0]?.state.level).toBe(MAX_LEVEL);
  expect(() => move(below, 41)).toThrow(deep);
});

test('more than one transaction holds are not carried', () => {
  const below = Array(MAX_CARRIED + 1).fill(make('c'));
  expect(() => move(below, 2)).toThrow(refusal('more than 10000 accounts below it would change their levels'));
  expect(move(below.slice(1), 2).carried).toHaveLength(MAX_CARRIED);
});
