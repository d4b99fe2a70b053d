import { expect, test } from '@jest/globals';
import type { Document } from 'bson';
import { planQuery } from '#engine/queries/planner.ts';
import { type Collection, idIndexOf, indexFrom } from '#engine/storage/collection.ts';
import { entryKey } from '#engine/storage/index-key.ts';

function collection(...specs: (Document & { multikey?: boolean })[]): Collection {
  const indexes = specs.map(({ multikey = false, ...spec }, i) =>
    indexFrom({ name: Object.keys(spec.key).join(), ...spec }, 20 + i, multikey, 0),
  );
  return { db: 'd', name: 'c', ns: 'd.c', ident: 16, options: {}, idIndex: idIndexOf(16), indexes, count: 0 };
}

function plan(specs: (Document & { multikey?: boolean })[], filter: Document, sort?: Document, hint?: Document) {
  const scan = planQuery(collection(...specs), { filter, sort, hint }, 1);
  if (!scan) return { index: undefined };
  const { exact, sorted, reverse, ranges } = scan;
  return { index: scan.index.name, exact, sorted, reverse, ranges: ranges.length };
}

const byOrg = { key: { orgId: 1, status: 1, createdAt: -1 } };

const tags = { key: { tags: 1 }, multikey: true };
const open = { key: { at: 1 }, partialFilterExpression: { state: 'open' } };
const big = { key: { at: 1 }, partialFilterExpression: { size: { $gt: 5 } } };
const texts = { key: { code: 1 }, partialFilterExpression: { code: { $gt: '' } } };
const unique = { key: { orgId: 1, email: 1 }, unique: true };
const both = { orgId: 'o', status: 's' };
const days = { $gte: new Date(0), $lt: new Date(9) };

test.each<[string, Parameters<typeof plan>, object]>([
  [
    'equalities and a sort',
    [[byOrg], both, { createdAt: -1 }],
    { exact: true, sorted: true, reverse: false, ranges: 1 },
  ],
  ['the sort the other way', [[byOrg], both, { createdAt: 1 }], { sorted: true, reverse: true }],
  ['a sort of two fields', [[byOrg], { orgId: 'o' }, { status: 1, createdAt: -1 }], { sorted: true }],
  ['a sort with an opposite part', [[byOrg], { orgId: 'o' }, { status: 1, createdAt: 1 }], { sorted: false }],
  ['both ends of a range', [[byOrg], { ...both, createdAt: days }, { createdAt: -1 }], { sorted: true, ranges: 1 }],
  ['a field that the index lacks', [[byOrg], { orgId: 'o', name: { $regex: 'x' } }], { exact: false }],
  ['a branch that the index lacks', [[byOrg], { orgId: 'o', $or: [{ a: 1 }] }], { exact: false }],
  ['only fields that the index lacks', [[byOrg], { name: 'x' }], { index: undefined }],
  [
    'values of which two are the same',
    [[byOrg], { orgId: { $in: ['a', 'b', 'a'] } }, { status: 1 }],
    { ranges: 2, sorted: false },
  ],
  ['no values', [[byOrg], { orgId: { $in: [] } }], { ranges: 0, exact: true }],
  ['an empty interval', [[byOrg], { orgId: { $gt: 'b', $lt: 'a' } }], { ranges: 0 }],
  ['an index with arrays', [[tags], { tags: 'a' }, { tags: 1 }], { exact: false, sorted: false }],
  ['a partial index with its own filter', [[open], { at: 1, state: 'open' }], { exact: true }],
  ['a partial index without its filter', [[open], { at: 1 }], { index: undefined }],
  ['a partial index with a narrower filter', [[big], { at: 1, size: 7 }], { index: 'at', exact: false }],
  ['a partial index with another filter', [[big], { at: 1, size: 3 }], { index: undefined }],
  ['a partial index with texts', [[texts], { code: { $in: ['a', 'b'] } }], { index: 'code', ranges: 2 }],
  ['a partial index with texts and null', [[texts], { code: { $in: ['a', null] } }], { index: undefined }],
  ['a partial index with the empty text', [[texts], { code: '' }], { index: undefined }],
  ['a whole unique key', [[byOrg, unique], { ...both, email: 'e' }], { index: 'orgId,email' }],
  ['an _id', [[byOrg], { ...both, _id: 1 }], { index: '_id_' }],
  ['a hint', [[byOrg, { key: { status: 1 } }], both, undefined, { status: 1 }], { index: 'status' }],
])('the plan for %s', (_, query, expected) => {
  expect(plan(...query)).toMatchObject(expected);
});

test('a hint that fits no index is an error', () => {
  expect(() => plan([byOrg], {}, undefined, { nope: 1 })).toThrow(/hint provided does not correspond/);
});

test('of the filter what the ranges do not answer stays open', () => {
  const open = (spec: Document & { multikey?: boolean }, filter: Document) =>
    planQuery(collection(spec), { filter }, 1)?.open;
  const at = { $gt: 1, $lt: 5 };
  expect(open(byOrg, { orgId: 'o', at, status: 's', name: 'x' })).toEqual({ at, name: 'x' });
  expect(open(byOrg, { orgId: { $in: ['a', 'b'] }, status: { $gt: 'a', $ne: 'b' } })).toEqual({
    status: { $gt: 'a', $ne: 'b' },
  });
  expect(open({ key: { a: 1 }, partialFilterExpression: { b: 1 } }, { a: 1, b: 1 })).toEqual({});
  expect(open(byOrg, { _id: { $in: ['a', 'b'] }, status: 's' })).toEqual({ status: 's' });
  expect(open(byOrg, { orgId: 'o', $or: [{ name: 'x' }] })).toBeUndefined();
  expect(open({ ...byOrg, multikey: true }, { orgId: 'o', name: 'x' })).toBeUndefined();
});

test('branches that all bound a field bound it together, wherever they stand', () => {
  const next = { $or: [{ at: 5, _id: { $gt: 2 } }, { at: { $gt: 5 } }] };
  const byAt = { key: { orgId: 1, at: 1, _id: 1 } };
  const wide = planQuery(collection(byAt), { filter: { orgId: 'o' }, sort: { at: 1, _id: 1 } }, 1);
  const bound = planQuery(collection(byAt), { filter: { $and: [{ orgId: 'o' }, next] }, sort: { at: 1, _id: 1 } }, 1);
  expect(bound).toMatchObject({ ranged: true, sorted: true, exact: false, reverse: false });
  expect(bound?.ranges[0]?.start.compare(wide?.ranges[0]?.start as Buffer)).toBe(1);
  const unbound = { $or: [{ at: { $gt: 5 } }, { name: 'x' }] };
  expect(planQuery(collection(byAt), { filter: { orgId: 'o', ...unbound } }, 1)?.ranged).toBe(false);
});

test('a pattern is tried on the entries, of which only those that hold its text are worth a document', () => {
  const byText = { key: { orgId: 1, text: 1, _id: 1 } };
  const filter = { orgId: 'o', $or: [{ text: { $regex: 'bxC', $options: 'i' } }] };
  const scan = planQuery(collection(byText), { filter }, 1);
  const admitted = (text: unknown) => scan?.admits?.(entryKey(20, ['o', text], [1, 1], Buffer.of(1)));
  expect(['abxc', 'ac', '', 7, null, 'a\0'].map(admitted)).toEqual([
    true,
    false,
    false,
    undefined,
    undefined,
    undefined,
  ]);
  const two = { orgId: 'o', $and: [{ text: { $regex: 'a' } }, { text: { $regex: 'B', $options: 'i' } }] };
  expect(planQuery(collection(byText), { filter: two }, 1)?.admits).toBeUndefined();
  expect(planQuery(collection({ ...byText, multikey: true }), { filter }, 1)?.admits).toBeUndefined();
});

test('an index is not used in a snapshot from before it', () => {
  const [late] = collection({ key: { a: 1 } }).indexes;
  const withLate = { ...collection(), indexes: [{ ...late, since: 5 }] } as Collection;
  expect(planQuery(withLate, { filter: { a: 1 } }, 4)).toBeUndefined();
  expect(planQuery(withLate, { filter: { a: 1 } }, 5)?.index.name).toBe('a');
});
