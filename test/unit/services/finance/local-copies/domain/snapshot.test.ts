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

test.each([
  {
    name: 'the highest revision counts',
    statements: [said(2, 'known'), said(3, 'known'), said(1, 'known')],
    latest: [said(3, 'known')],
  },
  { name: 'a deletion has no later', statements: [said(3, 'deleted'), said(4, 'known')], latest: [said(3, 'deleted')] },
  {
    name: 'a deletion counts though it comes last',
    statements: [said(4, 'known'), said(3, 'deleted')],
    latest: [said(3, 'deleted')],
  },
  {
    name: 'records do not disturb each other',
    statements: [said(2, 'known'), said(1, 'known', 'b2')],
    latest: [said(2, 'known'), said(1, 'known', 'b2')],
  },
])('of what is said together, $name', ({ statements, latest }) => {
  expect(latestOfEach(statements)).toEqual(latest);
});

test('in any order, and in any parts, the same is the latest', () => {
  const statement = fc.record({ revision: fc.integer({ min: 1, max: 6 }), ends: fc.constantFrom(false, false, true) });
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1 }), fc.nat(), (drawn, cut) => {
      const all = drawn.map(({ revision, ends }) => said(revision, ends ? 'deleted' : 'known'));
      const at = cut % all.length;
      const inParts = latestOfEach([...latestOfEach(all.slice(at)), ...latestOfEach(all.slice(0, at))]);
      const [whole] = latestOfEach(all);
      expect(inParts).toHaveLength(1);
      expect(inParts[0]?.is).toBe(whole?.is);
      if (whole?.is === 'known') expect(inParts).toEqual([whole]);
      expect(whole?.is === 'deleted').toBe(drawn.some(({ ends }) => ends));
    }),
  );
});
