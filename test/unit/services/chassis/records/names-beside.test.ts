import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beside, namesBeside } from '#chassis/records/names-beside.ts';

interface Line {
  styleId?: string | null;
  kits?: Line[];
}

interface Shown {
  clientId?: string | null;
  lines?: Line[];
  /** A part that is no list. */
  latest?: Line | null;
}

/** Styles and clients with these ids have a name; others are gone. */
const KNOWN = ['a', 'b', 'c'];

/** The names, and the keys of each read. */
function opened() {
  const reads: string[][] = [];
  const source = (kind: string) => async (scope: { orgId: string }, keys: readonly string[]) => {
    reads.push([...keys]);
    const known = keys.filter((key) => KNOWN.includes(key));
    return new Map(known.map((key) => [key, { name: `${kind} ${key} of ${scope.orgId}` }]));
  };
  const styles = source('style');
  const names = namesBeside([
    beside({ id: 'clientId', source: source('client'), names: { clientName: ({ name }) => name } }),
    ...['lines', 'lines.kits', 'latest'].map((within) =>
      beside({ within, id: 'styleId', source: styles, names: { styleName: ({ name }) => name } }),
    ),
  ]);
  return { names, reads };
}

const id = fc.option(fc.constantFrom(...KNOWN, 'gone'));
const kit = fc.record({ styleId: id }, { requiredKeys: [] });
const line = fc.record({ styleId: id, kits: fc.array(kit) }, { requiredKeys: [] }) as fc.Arbitrary<Line>;
const parts = { clientId: id, lines: fc.array(line), latest: fc.option(kit) };
const shown = fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<Shown>;

test('each id has its name beside it, by one read of each source, whatever the records have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(shown), async (records) => {
      const before = structuredClone(records);
      const { names, reads } = opened();
      const named = await names(records, { orgId: 'o1' });
      const nameOf = (kind: string, key: string | null) =>
        key !== null && KNOWN.includes(key) ? `${kind} ${key} of o1` : null;
      const ofStyle = (one: Line) => ({
        ...one,
        ...(one.styleId !== undefined && { styleName: nameOf('style', one.styleId) }),
      });
      expect(named).toEqual(
        before.map((record) => ({
          ...record,
          ...(record.clientId !== undefined && { clientName: nameOf('client', record.clientId) }),
          ...(record.lines && {
            lines: record.lines.map((one) => ({ ...ofStyle(one), ...(one.kits && { kits: one.kits.map(ofStyle) }) })),
          }),
          ...(record.latest && { latest: ofStyle(record.latest) }),
        })),
      );
      expect(records).toEqual(before);
      expect(reads.length).toBeLessThanOrEqual(2);
      for (const keys of reads) expect(new Set(keys).size).toBe(keys.length);
    }),
  );
});

test('records without an id read no source', async () => {
  const { names, reads } = opened();
  await names([{ clientId: null, lines: [{}] }, {}], { orgId: 'o1' });
  expect(reads).toEqual([]);
});
