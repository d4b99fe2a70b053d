import { expect, test } from '@jest/globals';
import { driftOf, hasDrift, NO_DRIFT } from '../../../../../../services/finance/local-copies/domain/drift.ts';

const held = { revision: 5, isDeleted: false, isSame: true };

test.each([
  { what: 'nothing', having: undefined, drift: 'missing' },
  { what: 'the same', having: held, drift: undefined },
  { what: 'other words', having: { ...held, isSame: false }, drift: 'outdated' },
  { what: 'an older revision', having: { ...held, revision: 4, isSame: false }, drift: 'outdated' },
  {
    what: 'an older one that it does not know',
    having: { ...held, revision: 4, isSame: undefined },
    drift: 'outdated',
  },
  { what: 'one that it asks for at the next read', having: { ...held, isSame: undefined }, drift: undefined },
  { what: 'a later revision', having: { ...held, revision: 6, isSame: false }, drift: undefined },
  { what: 'word of its deletion', having: { ...held, revision: 4, isDeleted: true }, drift: undefined },
])('of a record at revision 5, holding $what is $drift', ({ having, drift }) => {
  expect(driftOf(5, having)).toBe(drift);
});

test.each(['missing', 'outdated', 'superfluous'] as const)('one that is %s is a drift', (as) => {
  expect([hasDrift(NO_DRIFT), hasDrift({ ...NO_DRIFT, [as]: 1 })]).toEqual([false, true]);
});
