import type { Flood, FloodKind, Shot, Volley } from '../flood.ts';

const PATH = '/api/v1/styles';
/** Number of styles in an import. */
const IMPORTED = 20;
/** Number of SKUs in the kit of a SKU (a SKU that bundles other SKUs). */
const KIT = 100;

/**
 * A body of a few kilobytes can create a style of 2,000 SKUs. Imports of such styles once filled the heap of product.
 * `imports`: number of imports whose styles have the SKUs of the kit. product once read all these styles at the same
 * time. It now reads four, so one import is enough to test it.
 */
export const styles = (imports: number): FloodKind => ({
  name: 'styles',
  connections: 20,
  prepare: (flood) => prepare(flood, imports),
});

const names = (prefix: string, count: number, length: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`.padEnd(length, '.'));
const styleOf = (length: number) => ({ name: 'Parka', colors: names('c', 45, length), sizes: names('s', 44, length) });
const csvOf = (lines: number, length: number) => {
  const { colors, sizes } = styleOf(length);
  const cell = (list: string[]) => `"${JSON.stringify(list).replaceAll('"', '""')}"`;
  return ['name,colors,sizes', ...Array(lines).fill(`Parka,${cell(colors)},${cell(sizes)}`)].join('\n');
};

const get = (path: string): Shot => ({ method: 'GET', path: `${PATH}${path}` });
const post = (length: number): Shot => ({ method: 'POST', path: PATH, body: JSON.stringify(styleOf(length)) });
const csv = (lines: number, length: number): Shot => ({
  ...{ method: 'POST', path: `${PATH}/import`, type: 'text/csv' },
  body: csvOf(lines, length),
});

async function prepare(flood: Flood, imports: number): Promise<Volley[]> {
  for (const shot of [csv(25, 250), csv(100, 3), post(250)]) await flood.send(shot, 413);
  const style = await flood.json<Style>(post(45));
  for (let made = 0; made < imports; made++) await flood.send(csv(IMPORTED, 3));
  const change = '{"description":"changed"}';
  return [
    { name: 'style imports', shots: [csv(IMPORTED, 3)], status: 200, once: true },
    { name: 'styles', shots: [post(45)], status: 200, once: true },
    { name: 'style kits', shots: [kitOfOthers(style, imports * IMPORTED)], status: 200, once: true },
    {
      name: 'style changes',
      shots: [{ method: 'PATCH', path: `${PATH}/${style.id}`, body: change }],
      status: 200,
      once: true,
    },
    { name: 'style reads', shots: [get(`/${style.id}`)], status: 200 },
    { name: 'style lists', shots: [get('?limit=100')], status: 200 },
    { name: 'style exports', shots: [get('/export')], status: 200 },
  ];
}

interface Style {
  id: string;
  documentId: string;
  skus: { id: string }[];
}

/** A kit with SKUs of the `count` styles that were created after this style. */
function kitOfOthers({ id, documentId, skus }: Style, count: number): Shot {
  const number = Number(documentId.split('-').at(-1));
  const others = Array.from({ length: count }, (_, index) => documentId.replace(/\d+$/, numberOf(number + 1 + index)));
  const kittedBundle = Array.from({ length: KIT }, (_, index) => ({
    skuId: `${others[index % count]}-${1 + Math.floor(index / count)}`,
    quantity: 1,
  }));
  return { method: 'PUT', path: `${PATH}/${id}/skus/${skus[0]?.id}/kit`, body: JSON.stringify({ kittedBundle }) };
}

const numberOf = (number: number) => String(number).padStart(6, '0');
