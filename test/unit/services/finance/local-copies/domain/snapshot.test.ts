import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BomCopy } from '../../../../../../services/finance/local-copies/domain/copy.ts';
import {
  latestOfEach,
  type Snapshot,
  snapshotOf,
} from '../../../../../../services/finance/local-copies/domain/snapshot.ts';

const copy: BomCopy = { id: 'b1', documentId: 'BOM-2026-000001', styleId: 's1', status: 'draft' };
const event = { org_id: 'o1', sequence: 3, data: { id: 'b1' } };

test.each([
  { type: 'bom.created', copy, says: { is: 'known', copy } },
  { type: 'bom.version_created', copy, says: { is: 'known', copy } },
  { type: 'bom.updated', copy: undefined, says: { is: 'unknown' } },
  { type: 'bom.deleted', copy, says: { is: 'deleted' } },
  { type: 'bom.deleted', copy: undefined, says: { is: 'deleted' } },
])('$type with $copy says $says', ({ type, copy, says }) => {
  const key = { orgId: 'o1', kind: 'bom', id: 'b1' };
  expect(snapshotOf('bom', { ...event, type }, copy)).toEqual({ key, revision: 3, ...says });
});

const said = (revision: number, is: 'known' | 'deleted', id = 'b1') =>
  ({
    key: { orgId: 'o1', kind: 'bom', id },
    revision,
    is,
    ...(is === 'known' && { copy: { ...copy, id, status: `at ${revision}` } }),
  }) as Snapshot;

test('records do not disturb each other', () => {
  const statements = [said(2, 'known'), said(1, 'known', 'b2')];
  expect(latestOfEach(statements)).toEqual(statements);
});

test('in any order, and in any parts, the highest revision is the latest, and a deletion before all', () => {
  const statement = fc.record({ revision: fc.integer({ min: 1, max: 6 }), ends: fc.constantFrom(false, false, true) });
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1 }), fc.nat(), (drawn, cut) => {
      const all = drawn.map(({ revision, ends }) => said(revision, ends ? 'deleted' : 'known'));
      const at = cut % all.length;
      const inParts = latestOfEach([...latestOfEach(all.slice(at)), ...latestOfEach(all.slice(0, at))]);
      const latest = said(Math.max(...drawn.map(({ revision }) => revision)), 'known');
      for (const found of [latestOfEach(all), inParts]) {
        if (drawn.some(({ ends }) => ends)) expect(found).toMatchObject([{ is: 'deleted' }]);
        else expect(found).toEqual([latest]);
      }
    }),
  );
});
