import { describe, expect, test } from '@jest/globals';
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

function plan(specs: (Document & { multikey?: boolean })[], filter: Document, sort?: Document, hint?: unknown) {
  const scan = planQuery(collection(...specs), { filter, sort, hint }, 1);
  if (!scan) return 'COLLSCAN';
  const { exact, sorted, reverse, ranges } = scan;
  return { index: scan.index.name, exact, sorted, reverse, ranges: ranges.length };
}

const byOrg = { key: { orgId: 1, status: 1, createdAt: -1 } };

describe('equality, range and sort from one index', () => {
  test('equalities and the sort behind them', () => {
    expect(plan([byOrg], { orgId: 'o', status: 's' }, { createdAt: -1 })).toEqual({
      index: 'orgId,status,createdAt',
      exact: true,
      sorted: true,
      reverse: false,
      ranges: 1,
    });
  });

  test('a sort the other way reads backwards; an opposite part of it cannot be served', () => {
    expect(plan([byOrg], { orgId: 'o', status: 's' }, { createdAt: 1 })).toMatchObject({ sorted: true, reverse: true });
    expect(plan([byOrg], { orgId: 'o' }, { status: 1, createdAt: -1 })).toMatchObject({ sorted: true });
    expect(plan([byOrg], { orgId: 'o' }, { status: 1, createdAt: 1 })).toMatchObject({ sorted: false });
  });

  test('a range ends the bounds, and both its ends are one interval', () => {
    const filter = { orgId: 'o', status: 's', createdAt: { $gte: new Date(0), $lt: new Date(9) } };
    expect(plan([byOrg], filter, { createdAt: -1 })).toMatchObject({ exact: true, sorted: true, ranges: 1 });
  });

  test('what the index does not hold is looked at in the documents', () => {
    expect(plan([byOrg], { orgId: 'o', name: { $regex: 'x' } })).toMatchObject({ exact: false });
    expect(plan([byOrg], { orgId: 'o', $or: [{ a: 1 }] })).toMatchObject({ exact: false });
    expect(plan([byOrg], { name: 'x' })).toBe('COLLSCAN');
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

  test('$in reads a range for each value and serves no sort', () => {
    expect(plan([byOrg], { orgId: { $in: ['a', 'b', 'a'] } }, { status: 1 })).toMatchObject({
      ranges: 2,
      sorted: false,
    });
    expect(plan([byOrg], { orgId: { $in: [] } })).toMatchObject({ ranges: 0, exact: true });
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

  test('an empty interval reads nothing', () => {
    expect(plan([byOrg], { orgId: { $gt: 'b', $lt: 'a' } })).toMatchObject({ ranges: 0 });
  });
});

describe('what an index may not answer', () => {
  test('a multikey index gives no exact bounds and no order', () => {
    const tags = { key: { tags: 1 }, multikey: true };
    expect(plan([tags], { tags: 'a' }, { tags: 1 })).toMatchObject({ exact: false, sorted: false });
  });

  test('a partial index serves filters that imply its own', () => {
    const open = { key: { at: 1 }, partialFilterExpression: { state: 'open' } };
    expect(plan([open], { at: 1, state: 'open' })).toMatchObject({ exact: true });
    expect(plan([open], { at: 1 })).toBe('COLLSCAN');
    const big = { key: { at: 1 }, partialFilterExpression: { size: { $gt: 5 } } };
    expect(plan([big], { at: 1, size: 7 })).toMatchObject({ index: 'at', exact: false });
    expect(plan([big], { at: 1, size: 3 })).toBe('COLLSCAN');
    const texts = { key: { code: 1 }, partialFilterExpression: { code: { $gt: '' } } };
    expect(plan([texts], { code: { $in: ['a', 'b'] } })).toMatchObject({ index: 'code', ranges: 2 });
    expect(plan([texts], { code: { $in: ['a', null] } })).toBe('COLLSCAN');
    expect(plan([texts], { code: '' })).toBe('COLLSCAN');
  });

  test('an index is not used in a snapshot from before it', () => {
    const [late] = collection({ key: { a: 1 } }).indexes;
    const withLate = { ...collection(), indexes: [{ ...late, since: 5 }] } as Collection;
    expect(planQuery(withLate, { filter: { a: 1 } }, 4)).toBeUndefined();
    expect(planQuery(withLate, { filter: { a: 1 } }, 5)?.index.name).toBe('a');
  });
});

describe('the choice', () => {
  test('_id and whole unique keys come first', () => {
    const unique = { key: { orgId: 1, email: 1 }, unique: true };
    expect(plan([byOrg, unique], { orgId: 'o', email: 'e', status: 's' })).toMatchObject({ index: 'orgId,email' });
    expect(plan([byOrg], { _id: 1, orgId: 'o', status: 's' })).toMatchObject({ index: '_id_' });
  });

  test('a hint decides; one that fits nothing is an error', () => {
    expect(plan([byOrg, { key: { status: 1 } }], { orgId: 'o', status: 's' }, undefined, { status: 1 })).toMatchObject({
      index: 'status',
    });
    expect(() => plan([byOrg], {}, undefined, { nope: 1 })).toThrow(/hint provided does not correspond/);
  });
});
