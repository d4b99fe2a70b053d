import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { ownOrg } from '../support/system/tenant.ts';

/** Exports of one org as imports of another: everything comes back, but for what the service itself gives a record. */

type Row = Record<string, string>;

/** Records of each kind. */
const COUNT = 500;

const own = ownOrg();
let otherOrg: string;
beforeAll(async () => {
  const founding = own.system.json<{ id: string }>(own.token, 'POST', '/api/v1/orgs', { name: 'Second house' });
  otherOrg = (await founding).id;
});

/** Texts over which spreadsheets and parsers stumble. */
const AWKWARD = [
  'plain',
  'with, comma',
  'with "quotes"',
  'two\nlines',
  'ünïcödé 布',
  ' padded ',
  '=HYPERLINK("http://x.example")',
  "'=1+1",
  '-2',
  "it's; {json}",
  '0012',
];
const awkward = (index: number) => AWKWARD[index % AWKWARD.length] ?? '';
const numbered = (index: number) => String(index).padStart(5, '0');

const resources: Record<string, (index: number) => Record<string, unknown>> = {
  suppliers: (index) => ({
    name: `Supplier ${numbered(index)}`,
    country: awkward(index),
    currency: index % 2 ? 'JPY' : '',
    email: `orders${index}@mill.example`,
    leadTimeDays: index % 90,
    status: index % 10 ? 'active' : 'archived',
  }),
  materials: (index) => ({
    name: `Material ${numbered(index)}`,
    type: index % 3 ? 'shell' : 'trim',
    unit: 'm',
    refId: `REF-${index}`,
    description: `${awkward(index)} ${'long '.repeat(20)}`,
    widthCm: 140.5,
    costInNativeCurrency: index / 100,
    nativeCurrency: 'EUR',
    skus: JSON.stringify([{ color: awkward(index + 1), size: 'M' }]),
    freeFields: JSON.stringify({ grade: index % 4, care: { wash: [30, awkward(index + 2)] } }),
  }),
  styles: (index) => ({
    name: `Style ${numbered(index)}`,
    refId: `ST-${index}`,
    description: awkward(index),
    colors: JSON.stringify(['Navy', awkward(index)]),
    sizes: JSON.stringify(['S', 'M', 'L']),
  }),
};

test.each(Object.entries(resources))(
  '%s that are exported are imported as they were',
  async (name, make) => {
    const sent = Array.from({ length: COUNT }, (_, index) => make(index));
    await importCsv(name, stringify(sent, { header: true }));
    const exported = await exportCsv(name);
    const rows = comparable(exported);
    expect(rows).toHaveLength(COUNT);
    expect(sent.filter((record, index) => !isShownBy(rows[index], record)).slice(0, 3)).toEqual([]);

    await importCsv(name, await exportCsv(name, undefined, '&delimiter=;'), otherOrg);
    const again = await exportCsv(name, otherOrg);
    const others = comparable(again).filter((row, index) => !isDeepStrictEqual(row, rows[index]));
    expect(others.slice(0, 3)).toEqual([]);
    expect(new Set([...rowsOf(exported), ...rowsOf(again)].map(({ id }) => id)).size).toBe(2 * COUNT);
  },
  60_000,
);

async function importCsv(name: string, body: string, org?: string): Promise<void> {
  const headers = { ...headersOf(org), 'content-type': 'text/csv' };
  const answer = await own.system.fetch(`/api/v1/${name}/import`, { method: 'POST', headers, body });
  expect(await answer.json()).toEqual({ created: COUNT });
}

async function exportCsv(name: string, org?: string, more = ''): Promise<string> {
  const response = await own.system.fetch(`/api/v1/${name}?format=csv&sort=name${more}`, { headers: headersOf(org) });
  expect(response.status).toBe(200);
  return response.text();
}

const headersOf = (org?: string) => ({ authorization: `Bearer ${own.token}`, ...(org && { 'x-org-id': org }) });

const rowsOf = (text: string): Row[] => parse(text, { columns: true });

/** Without what is the service's own: ids, numbers and times, and the SKUs of styles, which follow from colors and sizes. */
function comparable(text: string): Row[] {
  return rowsOf(text).map(({ id: _, documentId: __, createdAt: ___, updatedAt: ____, skus = '[]', ...row }) => {
    const own = (JSON.parse(skus) as Record<string, unknown>[]).map(({ color, size }) => ({ color, size }));
    return { ...row, skus: JSON.stringify(own) };
  });
}

/** Whether the row has what was sent, as cells show it: behind a mark where a spreadsheet would run it. */
const isShownBy = (row: Row | undefined, sent: Record<string, unknown>): boolean =>
  Object.entries(sent).every(([name, value]) => row?.[name] === String(value).replace(/^[=+\-@]/, "'$&"));
