import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_VERSIONS } from '#chassis/domain/versions.ts';
import {
  type Actor,
  addVersion,
  approveBom,
  type Bom,
  checkLinesMayChange,
  latestOf,
  moveToStyle,
  rejectBom,
  submitBom,
  versionOf,
} from '../../../../../../services/product/boms/domain/bom.ts';
import {
  type BomVersion,
  MAX_TEXT_BYTES,
  textBytes,
  type VersionStatus,
} from '../../../../../../services/product/boms/domain/bom-version.ts';
import { admin, ann, bob, later, newState, now } from '../scene.ts';

const draft = () => newState().bom;
const submitted = () => submitBom(draft(), ann, now);
const approved = () => approveBom(submitted(), bob, now);
const rejected = () => rejectBom(submitted(), bob, 'Too dear', now);
const next = (bom: Bom) =>
  addVersion(bom, { id: `v${bom.versions.length + 1}`, changeDescription: 'New version', createdById: 'ann' }, later);
const statuses = (bom: Bom) => bom.versions.map(({ status }) => status);

describe('moves', () => {
  test('submit says who and when, and forgets an earlier rejection', () => {
    expect(latestOf(submitBom(rejected(), bob, later))).toMatchObject({
      status: 'submitted',
      submittedAt: later,
      submittedById: 'bob',
      rejectedAt: null,
      rejectedById: null,
      rejectionReason: null,
    });
  });

  test('approve and reject say who, when and why', () => {
    expect(latestOf(approved())).toMatchObject({
      status: 'approved',
      approvedAt: now,
      approvedById: 'bob',
      submittedById: 'ann',
    });
    expect(latestOf(rejected())).toMatchObject({
      status: 'rejected',
      rejectedAt: now,
      rejectedById: 'bob',
      rejectionReason: 'Too dear',
    });
  });

  test('a staff submitter does not approve; an admin may', () => {
    expect(() => approveBom(submitted(), ann, now)).toThrow('Insufficient permissions');
    expect(latestOf(approveBom(submitted(), { ...ann, isAdmin: true }, now)).status).toBe('approved');
    expect(latestOf(rejectBom(submitted(), ann, null, now)).status).toBe('rejected');
  });

  test.each<[string, () => Bom, string]>([
    ['approve', draft, 'BOM is draft; allowed: submit, a new version (POST …/versions)'],
    ['reject', approved, 'BOM is approved; allowed: a new version (POST …/versions)'],
    ['submit', submitted, 'BOM is submitted; allowed: approve, reject, a new version (POST …/versions)'],
  ])('%s from elsewhere names the status and what is allowed', (move, state, message) => {
    const moves = {
      submit: submitBom,
      approve: approveBom,
      reject: (bom: Bom, by: Actor) => rejectBom(bom, by, null, now),
    };
    const work = () => moves[move as keyof typeof moves](state(), admin, now);
    expect(work).toThrow(expect.objectContaining({ code: 'invalid_transition', message }));
  });
});

test.each<[VersionStatus, boolean]>([
  ['draft', true],
  ['rejected', true],
  ['submitted', false],
  ['approved', false],
  ['withdrawn', false],
  ['superseded', false],
])('lines of a version that is %s may change: %s', (status, may) => {
  const check = expect(() => checkLinesMayChange({ ...latestOf(draft()), status }));
  if (may) check.not.toThrow();
  else check.toThrow(new RegExp(`^BOM version 1 is ${status};.* allowed: a new version \\(POST …/versions\\)$`));
});

test.each([
  ['1', 1],
  ['02', 2],
  ['v2', 2],
  ['BOM-2026-000001-V2', 2],
])('a version is found by %s', (key, number) => {
  expect(versionOf(next(draft()), key).versionNumber).toBe(number);
});

test.each(['3', '0', 'v3', '-1', ''])('there is no version %s', (key) => {
  expect(() => versionOf(next(draft()), key)).toThrow('BOM version not found');
});

test('the style changes in the first draft alone', () => {
  expect(moveToStyle(draft(), 's2', later)).toMatchObject({ styleId: 's2', revision: 2 });
  const bom = draft();
  expect(moveToStyle(bom, 's1', later)).toBe(bom);
  expect(() => moveToStyle(submitted(), 's2', later)).toThrow('its style can change only in the first draft');
  expect(() => moveToStyle(next(draft()), 's2', later)).toThrow('its style can change only in the first draft');
});

/** The table of decisions 4, as short as it can be said. */
function model(before: VersionStatus[], command: string): VersionStatus[] | 'refused' {
  const earlier = before.slice(0, -1);
  const latest = before.at(-1) as VersionStatus;
  if (command === 'version') return [...earlier, latest === 'submitted' ? 'withdrawn' : latest, 'draft'];
  if (command === 'submit') return latest === 'draft' || latest === 'rejected' ? [...earlier, 'submitted'] : 'refused';
  if (latest !== 'submitted') return 'refused';
  if (command === 'reject') return [...earlier, 'rejected'];
  return [...earlier.map((status) => (status === 'approved' ? 'superseded' : status)), 'approved'];
}

test('any sequence of commands goes as the model goes, one revision at a time, and no time goes back', () => {
  const ids = { changeDescription: 'New version', createdById: 'ann' };
  const commands: Record<string, (bom: Bom, at: Date) => Bom> = {
    version: (bom, at) => addVersion(bom, { ...ids, id: `v${bom.versions.length + 1}` }, at),
    submit: (bom, at) => submitBom(bom, ann, at),
    approve: (bom, at) => approveBom(bom, bob, at),
    reject: (bom, at) => rejectBom(bom, bob, null, at),
  };
  // Another replica's clock, and a write that has waited.
  const time = fc.integer({ min: -5, max: 5 }).map((ms) => new Date(now.getTime() + ms));
  const step = fc.tuple(fc.constantFrom(...Object.keys(commands)), time);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let bom = draft();
      for (const [name, at] of steps) {
        const expected = model(statuses(bom), name);
        const run = () => commands[name]?.(bom, at) as Bom;
        if (expected === 'refused') expect(run).toThrow(expect.objectContaining({ code: 'invalid_transition' }));
        else {
          const after = run();
          expect(statuses(after)).toEqual(expected);
          expect(after.revision).toBe(bom.revision + 1);
          expect(after.versions.map(({ versionNumber }) => versionNumber)).toEqual(
            after.versions.map((_, index) => index + 1),
          );
          for (const [index, before] of bom.versions.entries()) {
            const { updatedAt, ...version } = after.versions[index] as BomVersion;
            const { updatedAt: earlier, ...unchanged } = before;
            if (JSON.stringify(version) === JSON.stringify(unchanged)) expect(updatedAt).toEqual(earlier);
            else expect(updatedAt.getTime()).toBeGreaterThan(earlier.getTime());
          }
          bom = after;
        }
      }
    }),
  );
});

test('a BOM has 500 versions at most', () => {
  let bom = draft();
  while (bom.versions.length < MAX_VERSIONS) bom = next(bom);
  expect(() => next(bom)).toThrow(
    expect.objectContaining({ code: 'conflict', message: 'A BOM has at most 500 versions' }),
  );
  expect(submitBom(bom, ann, later).status).toBe('submitted');
});

describe('the texts of all versions', () => {
  const long = '漢'.repeat(10_000);
  const described = (bom: Bom, changeDescription: string) =>
    addVersion(bom, { id: `v${bom.versions.length + 1}`, changeDescription, createdById: 'ann' }, later);
  const full = (() => {
    let bom = draft();
    while (textBytes(bom.versions) + 30_000 <= MAX_TEXT_BYTES) bom = described(bom, long);
    return bom;
  })();
  const tooLarge = expect.objectContaining({ code: 'body_too_large' });

  test('are 4 MiB at most, of which short ones always have room', () => {
    expect(textBytes(full.versions)).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(() => described(full, long)).toThrow(tooLarge);
    expect(latestOf(described(full, 'Short')).changeDescription).toBe('Short');
  });

  test('are those of rejections, too', () => {
    const waiting = submitBom(full, ann, later);
    expect(() => rejectBom(waiting, bob, long, later)).toThrow(tooLarge);
    for (const reason of [null, 'Too dear']) expect(rejectBom(waiting, bob, reason, later).status).toBe('rejected');
    const reasons = rejectBom(submitBom(draft(), ann, now), bob, long, now);
    expect(textBytes(reasons.versions)).toBe(30_000);
  });
});
