import { expect, test } from '@jest/globals';
import { LOOKED_UP } from '#chassis/records/record-model.ts';
import { partsOf } from '#chassis/records/record-part.ts';

const fields = { name: String, paid: Number, total: Number, ownerId: String, ownerName: LOOKED_UP, styleId: String };
const partOf = partsOf({ fields } as never, {
  madeOf: { balance: ['total', 'paid'], ownerName: ['ownerId'] },
  namedBy: { styleName: 'styleId' },
});
const ALWAYS = ['_id', 'orgId', 'createdAt', 'updatedAt', 'revision'];

test.each([
  { asked: ['name'], stored: ['name'], isLookedUp: false, picked: ['name'] },
  { asked: ['balance'], stored: ['total', 'paid'], isLookedUp: false, picked: ['balance'] },
  { asked: ['ownerName'], stored: ['ownerId'], isLookedUp: true, picked: ['ownerName'] },
  { asked: ['styleName'], stored: ['styleId'], isLookedUp: false, picked: ['styleId'] },
  { asked: ['id', 'createdAt'], stored: [], isLookedUp: false, picked: ['id', 'createdAt'] },
  { asked: ['unheard', '$where', 'name.first'], stored: [], isLookedUp: false, picked: [] },
])('reads $stored for $asked, and shows $picked', ({ asked, stored, isLookedUp, picked }) => {
  const part = partOf(asked);
  expect(Object.keys(part?.projection ?? {}).sort()).toEqual([...ALWAYS, ...stored].sort());
  expect(part?.isLookedUp).toBe(isLookedUp);
  const shown = { id: '1', createdAt: '', name: '', balance: 1, ownerId: '', ownerName: '', styleId: '' };
  expect(Object.keys(part?.pick(shown) ?? {}).sort()).toEqual([...picked].sort());
});

test('a read of all fields has no part, and a field that the reader checks is read', () => {
  expect(partOf(undefined)).toBeUndefined();
  expect(partOf([])).toBeUndefined();
  expect(partOf(['name'], ['ownerId'])?.projection).toHaveProperty('ownerId', 1);
});
