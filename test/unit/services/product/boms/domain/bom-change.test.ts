import { describe, expect, test } from '@jest/globals';
import { MAX_ENVELOPE } from '#chassis/domain/record.ts';
import { latestOf, versionOf } from '../../../../../../services/product/boms/domain/bom.ts';
import {
  approveChange,
  type BomChange,
  type BomState,
  changeEvent,
  contentOf,
  createdEvent,
  deletedEvent,
  linesChange,
  newVersionChange,
  openLines,
  rejectChange,
  submitChange,
  type WholeBomEvent,
} from '../../../../../../services/product/boms/domain/bom-change.ts';
import type { LineItem, LineItemInput } from '../../../../../../services/product/boms/domain/line-items.ts';
import { addLine } from '../../../../../../services/product/boms/domain/line-items.ts';
import { ann, around, bob, context, ids, later, makeLines, newState, now, replaced } from '../scene.ts';

const fabric: LineItemInput = {
  grossConsumption: 1,
  materialCostInNativeCurrency: 10,
  nativeCurrency: 'EUR',
  category: 'Fabric',
};
const latestContent = (state: BomState) => contentOf(state, latestOf(state.bom));
const draft = () => newState(makeLines([fabric, { category: 'Trims' }, { category: 'Fabric' }]));
const submit = (state: BomState) => submitChange(state, ann, now);
const approved = () => approveChange(submit(draft()).state, bob, now).state;
const newVersion = (state: BomState) =>
  newVersionChange(state, { id: 'v2', changeDescription: 'Cheaper', createdById: 'bob', newId: ids('copy') }, later);
type Edit = (before: readonly LineItem[]) => readonly LineItem[];
function edited(before: BomState, key: string, edit: Edit): BomChange {
  const open = openLines(before, key);
  return linesChange(before, open, edit(open.lineItems), later);
}
/** The event of a change of few lines, which are all told. */
const eventOf = (before: BomState, change: BomChange) => changeEvent(before, change) as WholeBomEvent;

describe('a change of lines', () => {
  test('counts them and moves the times of version and BOM', () => {
    const { state } = edited(draft(), '1', (lines) => addLine(lines, {}, context()));
    expect(latestOf(state.bom)).toMatchObject({ lineItemCount: 4, updatedAt: later });
    expect(state.bom).toMatchObject({ revision: 2, updatedAt: later });
  });

  test('of an older draft leaves the latest version alone', () => {
    const { state: before } = newVersion(draft());
    const { state } = edited(before, '1', () => []);
    expect([
      contentOf(state, versionOf(state.bom, '1')).lineItems.length,
      latestContent(state).lineItems.length,
    ]).toEqual([0, 3]);
  });
});

describe('submitting', () => {
  test('keeps the rates that the lines need', () => {
    expect(latestContent(submit(draft()).state).frozenRates).toEqual({ EUR: '1.08' });
  });

  test('takes the rates anew after a rejection', () => {
    const rejected = rejectChange(submit(draft()).state, bob, null, now).state;
    expect(
      latestContent(submitChange({ ...rejected, context: { ...around, rates: { EUR: '2' } } }, ann, later).state)
        .frozenRates,
    ).toEqual({ EUR: '2' });
  });
});

describe('an event', () => {
  test('of a move says what was before, and who moved it is in the BOM', () => {
    const before = draft();
    const event = eventOf(before, submit(before));
    expect(event).toMatchObject({
      type: 'bom.submitted',
      sequence: 2,
      data: { status: 'submitted', submittedById: 'ann', latestVersion: { status: 'submitted' } },
      previous: { status: 'draft', submittedAt: null, submittedById: null, latestVersion: { status: 'draft' } },
      extra: { comparison: { versionA: null } },
    });
    expect(event.previous).not.toHaveProperty('updatedAt');
    expect(deletedEvent(submit(before).state)).toMatchObject({ type: 'bom.deleted', sequence: 3 });
  });

  test('shows the latest version only', () => {
    const before = approved();
    const { data, previous } = eventOf(before, newVersion(before));
    expect(data.versions.map(({ versionNumber }) => versionNumber)).toEqual([2]);
    expect(data).toMatchObject({ versionCount: 2, status: 'draft', submittedAt: null, approvedById: null });
    expect(previous).toMatchObject({ versionCount: 1, currentVersion: 1, status: 'approved', approvedById: 'bob' });
  });

  test('of changed lines has the version as it was', () => {
    const before = draft();
    const change = edited(before, '1', (lines) => replaced(lines, [], context()));
    const { previous } = eventOf(before, change);
    expect(Object.keys(previous ?? {})).toEqual(['versions']);
    expect(previous?.versions?.[0]).toMatchObject({ lineItemCount: 0, versionNumber: 1 });
    expect(previous?.versions?.[0]?.lineItems).toHaveLength(3);
  });

  test('of changed lines in an older draft has that version as it was, and shows the latest', () => {
    const { state: before } = newVersion(draft());
    const change = edited(before, '1', () => []);
    const { data, previous } = eventOf(before, change);
    expect(data.versions.map(({ versionNumber }) => versionNumber)).toEqual([2]);
    expect(previous?.versions).toMatchObject([{ versionNumber: 1, lineItems: [{}, {}, {}] }]);
  });

  describe('of more lines than an envelope holds', () => {
    const MANY = 328;
    const bare = (count: number) => {
      const id = ids('');
      const state = newState(
        makeLines(
          Array.from({ length: count }, () => ({ category: '-', unit: '-' })),
          id,
        ),
      );
      const version = { ...latestOf(state.bom), lineItemCount: count };
      return { ...state, bom: { ...state.bom, versions: [version] } };
    };
    const brief = { data: { id: 'b1', documentId: 'BOM-2026-000001' }, truncated: true };
    const edit = (state: BomState, edit: Edit) => changeEvent(state, edited(state, '1', edit));

    test('has the ids alone, and says so, whether they came, stay or go', () => {
      for (const event of [
        edit(bare(MANY), (lines) => addLine(lines, {}, context())),
        edit(bare(MANY), () => []),
        edit(bare(0), () => makeLines(Array.from({ length: MANY }, () => ({})))),
        changeEvent(bare(MANY), submit(bare(MANY))),
        deletedEvent(bare(MANY)),
      ]) {
        expect(event).toMatchObject(brief);
        expect(event).not.toHaveProperty('previous');
      }
      expect(changeEvent(bare(MANY), submit(bare(MANY))).extra?.comparison.lineItemDiffs).toHaveLength(MANY);
    });

    test('says nothing where nothing has changed', () => {
      expect(edit(bare(MANY), (lines) => lines).previous).toEqual({});
    });

    test('is not cut short while it might fit', () => {
      const { data } = edit(bare(MANY / 2 - 1), (lines) => [...lines]);
      expect(data).toHaveProperty('versions');
    });

    test('would have been too large even with the barest lines', () => {
      expect(Buffer.byteLength(JSON.stringify(createdEvent(bare(MANY)).data))).toBeGreaterThan(MAX_ENVELOPE);
    });
  });
});
