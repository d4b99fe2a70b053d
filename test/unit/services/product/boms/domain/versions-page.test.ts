import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { latestOf } from '../../../../../../services/product/boms/domain/bom.ts';
import { type BomVersion, pageOfVersions } from '../../../../../../services/product/boms/domain/bom-version.ts';
import { newState } from '../scene.ts';

const some = latestOf(newState().bom);
const DATES = ['createdAt', 'updatedAt', 'submittedAt', 'approvedAt', 'rejectedAt'] as const;
const day = fc.integer({ min: 1, max: 5 });
const dayOrNone = fc.option(day, { nil: null });
const at = (of: number) => new Date(Date.UTC(2026, 0, of));

/** Versions in the order of their numbers, with few different dates, so that many are equal. */
const versions = fc
  .array(fc.record({ updatedAt: day, submittedAt: dayOrNone, approvedAt: dayOrNone, rejectedAt: dayOrNone }))
  .map((all) =>
    all.map((days, index): BomVersion => {
      const dates = Object.entries(days).map(([name, of]) => [name, of === null ? null : at(of)]);
      return { ...some, ...Object.fromEntries(dates), versionNumber: index + 1, createdAt: at(index + 1) };
    }),
  );
const sorts = fc.constantFrom(...DATES, 'versionNumber').chain((name) => fc.constantFrom(name, `-${name}`));

test('pages have each version of the ranges once, by the date and then by the number', () => {
  fc.assert(
    fc.property(versions, sorts, fc.constantFrom(...DATES), day, day, (all, sort, field, from, to) => {
      const ranges = [{ field, from: at(from).toISOString(), to: at(to).toISOString() }];
      const found: BomVersion[] = [];
      let after: string | undefined;
      do {
        const page = pageOfVersions(all, { page: 1, limit: 2, sort, ranges, after });
        found.push(...page.data);
        after = page.next;
      } while (after !== undefined);
      const within = all.filter((one) => {
        const date = one[field];
        return date !== null && date >= at(from) && date <= at(to);
      });
      expect(found.map((one) => one.versionNumber).sort((a, b) => a - b)).toEqual(
        within.map((one) => one.versionNumber),
      );
      const name = sort.replace('-', '') as (typeof DATES)[number] | 'versionNumber';
      const keys = found.map((one): [number, number] => [Number(one[name] ?? -1), one.versionNumber]);
      const ascending = sort.startsWith('-') ? keys.toReversed() : keys;
      for (const [index, [key, number]] of ascending.entries()) {
        const [before, earlier] = ascending[index - 1] ?? [Number.NEGATIVE_INFINITY, 0];
        expect(before < key || (before === key && earlier < number)).toBe(true);
      }
    }),
  );
});

test('a range may be open at either end', () => {
  const all = [1, 2, 3].map((number): BomVersion => ({ ...some, versionNumber: number, createdAt: at(number) }));
  const numbers = (range: { from?: string; to?: string }) =>
    pageOfVersions(all, { page: 1, limit: 9, sort: 'createdAt', ranges: [{ field: 'createdAt', ...range }] }).data.map(
      ({ versionNumber }) => versionNumber,
    );
  expect(numbers({ from: at(2).toISOString() })).toEqual([2, 3]);
  expect(numbers({ to: at(2).toISOString() })).toEqual([1, 2]);
});
