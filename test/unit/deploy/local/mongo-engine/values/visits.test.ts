import { expect, test } from '@jest/globals';
import { Int32 } from 'bson';
import { checkParts, visit } from '../../../../../../deploy/local/mongo-engine/values/visits.ts';

const many = <T>(length: number, make: (n: number) => T): T[] => Array.from({ length }, (_, n) => make(n));
const doubled = (times: number): unknown => many(times, () => 0).reduce<unknown>((value) => [value, value], [1]);
const levels = (count: number): unknown => many(count, () => 0).reduce<unknown>((value) => ({ a: value }), 1);

test.each<[string, unknown]>([
  ['a number', 1],
  ['numbers, more than a stored document holds', many(6_000_000, (n) => n)],
  ['numbers of a stored document', many(1_200_000, (n) => new Int32(n))],
  ['documents within a few hundred thousand', many(500_000, () => ({}))],
  ['shared parts, not too many of them', doubled(17)],
  ['200 levels', levels(200)],
])('handed on: %s', (_, value) => {
  expect(() => checkParts(value)).not.toThrow();
});

test.each<[string, unknown, number]>([
  ['more numbers than any expression makes', many(9_000_000, () => 1), 146],
  ['documents that a copy would fill the memory with', many(600_000, () => ({})), 146],
  ['shared parts, each of which is visited', doubled(40), 146],
  ['201 levels', levels(201), 15],
])('refused: %s', (_, value, code) => {
  expect(() => checkParts(value)).toThrow(expect.objectContaining({ code }));
});

test('what failed within a visit is not counted for the next one', () => {
  const failing = () =>
    visit(5_000_000, () => {
      throw new Error('within');
    });
  for (let i = 0; i < 3; i++) expect(failing).toThrow('within');
  expect(visit(5_000_000, () => visit(3_000_000, () => 'within the most'))).toBe('within the most');
  expect(() => visit(5_000_000, () => visit(4_000_000, () => 'beyond'))).toThrow(
    expect.objectContaining({ code: 146 }),
  );
});
