import { describe, expect, test } from '@jest/globals';
import {
  advance,
  changedFields,
  cleared,
  type Envelope,
  envelopeText,
  isNoop,
  partIds,
  recordEvent,
} from '#chassis/domain/record.ts';

const envelope = (data: object): Envelope => ({
  id: 'evt_1',
  type: 'style.updated',
  timestamp: '2026-01-01T00:00:00.000Z',
  api_version: 'v1',
  org_id: 'o1',
  sequence: 3,
  data: data as Record<string, unknown>,
  previous: { description: 'before' },
});

describe('previous', () => {
  test.each([
    [{ a: 1, b: 2 }, { a: 1, b: 3 }, { b: 2 }],
    [{ a: [1, { x: 1 }] }, { a: [1, { x: 1 }] }, {}],
    [{ a: 1 }, { a: 1, fresh: 2 }, { fresh: null }],
    [{ a: 1, gone: 2 }, { a: 1 }, { gone: 2 }],
    [{ a: 1, updatedAt: 'x', updated_at: 'x' }, { a: 1, updatedAt: 'y', updated_at: 'y' }, {}],
  ])('of %j and %j is %j', (before, after, expected) => {
    expect(changedFields(before, after as never)).toEqual(expected);
  });

  test('makes an event that says something, or nothing', () => {
    const state = { id: 'r1', revision: 2 };
    expect(isNoop(recordEvent('thing.updated', state, { a: 1 }, { a: 1 }))).toBe(true);
    expect(isNoop(recordEvent('thing.updated', state, { a: 2 }, { a: 1 }))).toBe(false);
    expect(isNoop(recordEvent('thing.created', state, { a: 1 }))).toBe(false);
  });
});

test.each([
  ['later than the last one', '2026-03-01T12:00:00.500Z', '2026-03-01T12:00:00.500Z'],
  ['at the same moment', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.001Z'],
  ['that came before the last one, and waited', '2026-03-01T11:59:52.000Z', '2026-03-01T12:00:00.001Z'],
])('a change %s has a later time', (_, now, expected) => {
  const before = { revision: 4, updatedAt: new Date('2026-03-01T12:00:00.000Z'), name: 'x' };
  expect(advance(before, new Date(now))).toEqual({ revision: 5, updatedAt: new Date(expected), name: 'x' });
});

test.each([
  [undefined, 'kept', 'kept'],
  [null, 'gone', null],
  ['new', 'old', 'new'],
])('a change to %j leaves of %j %j', (change, before, expected) => {
  expect(cleared(change, before)).toBe(expected);
});

describe('ids of parts', () => {
  let made = 0;
  const idsOf = (sent: { id?: string }[], known: { id: string }[] | undefined) => {
    made = 0;
    return partIds({ field: 'lineItems', sent, known }, () => `new${++made}`);
  };
  const known = [{ id: 'a' }, { id: 'b' }];

  test('a known one is kept, and a part without an id gets a new one', () => {
    expect(idsOf([{ id: 'b' }, {}, { id: 'a' }, {}], known)).toEqual(['b', 'new1', 'a', 'new2']);
  });

  test('are ignored at a create', () => {
    expect(idsOf([{ id: 'a' }, { id: 'a' }], undefined)).toEqual(['new1', 'new2']);
  });

  test.each([
    ['of no part', [{ id: 'a' }, { id: 'foreign' }], known],
    ['named twice', [{ id: 'b' }, { id: 'b' }], known],
    ['where there is no part yet', [{}, { id: 'a' }], []],
  ])('%s are refused at the id', (_, sent, before) => {
    const at = expect.objectContaining({ loc: ['body', 'lineItems', '1', 'id'], input: sent[1]?.id });
    expect(() => idsOf(sent, before)).toThrow(expect.objectContaining({ code: 'validation_failed', issues: [at] }));
  });
});

test('an envelope is sent as it is, up to 256 KiB of UTF-8', () => {
  const small = envelope({ id: 's1', description: 'x' });
  expect(JSON.parse(envelopeText(small))).toEqual(small);
  expect(JSON.parse(envelopeText(small, { comparison: {} }))).toEqual({ ...small, comparison: {} });
  const limit = 256 * 1024 - Buffer.byteLength(envelopeText(envelope({ id: 's1', description: '' })));
  expect(JSON.parse(envelopeText(envelope({ id: 's1', description: 'x'.repeat(limit) }))).truncated).toBeUndefined();
  expect(JSON.parse(envelopeText(envelope({ id: 's1', description: 'x'.repeat(limit + 1) }))).truncated).toBe(true);
});

test('a larger one holds the ids alone and says so', () => {
  const ids = { id: 's1', documentId: 'STY-2026-000001', internalId: 'i1' };
  const large = envelope({ ...ids, name: 'Shirt', description: 'é'.repeat(150_000) });
  expect(JSON.parse(envelopeText(large))).toEqual({
    ...envelope(ids),
    previous: undefined,
    truncated: true,
  });
});

test('a larger one keeps its extra fields where they alone are small enough', () => {
  const large = envelope({ id: 'b1', lines: 'x'.repeat(300_000) });
  const extra = { comparison: { lineItemDiffs: ['small'] } };
  expect(JSON.parse(envelopeText(large, extra))).toMatchObject({ data: { id: 'b1' }, truncated: true, ...extra });
  const both = { comparison: { lineItemDiffs: ['x'.repeat(300_000)] } };
  expect(JSON.parse(envelopeText(large, both))).toEqual({
    ...envelope({ id: 'b1' }),
    previous: undefined,
    truncated: true,
  });
});
