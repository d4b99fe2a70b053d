import type { Flood, FloodKind, Shot, Volley } from '../flood.ts';

/** Number of lines of a BOM. Answers with them have 11 MB. */
const LINES = 2_000;
const DRAFTS = 6;

export const BOMS: FloodKind = { name: 'boms', connections: 40, prepare };

const bodyOf = (line: (index: number) => object) =>
  JSON.stringify({ lineItems: Array.from({ length: LINES }, (_, index) => line(index)) });
const option = { materialName: 'Twill', cost: 1.5, currency: 'EUR', leadTimeDays: 3 };
const optionsOf = (count: number) => ({ assignedMaterialOptions: Array.from({ length: count }, () => option) });
const manyOptions = bodyOf((index) => ({ category: `c${index % 7}`, grossConsumption: 1.5, ...optionsOf(10) }));
const longTexts = bodyOf((index) => ({ description: `${index}`.padEnd(2_400, '.') }));
const tooMuch = bodyOf(() => optionsOf(22));

const post = (path: string, body: object = {}): Shot => ({ method: 'POST', path, body: JSON.stringify(body) });
const put = (bom: string, version: number, body: string): Shot => ({
  method: 'PUT',
  path: `${bom}/versions/${version}/line-items`,
  body,
});

const newVersion = (bom: string) => post(`${bom}/versions`);
const linesOf = (version: number) => `/versions/${version}/line-items`;
const comparedTo = (version: number) => `/versions/1/compare/${version}`;

async function prepare(flood: Flood): Promise<Volley[]> {
  const { id: styleId } = await flood.json(post('/api/v1/styles', { name: 'Jeans', refId: 'J' }));
  const newBom = async () => `/api/v1/bom/${(await flood.json(post('/api/v1/bom', { styleId }))).id}`;
  const bom = await newBom();
  // Two versions have lines with many options, and the third differs from them in each line.
  for (const shot of [put(bom, 1, manyOptions), newVersion(bom), newVersion(bom), put(bom, 3, longTexts)])
    await flood.send(shot);
  const drafts = await Promise.all(Array.from({ length: DRAFTS }, newBom));
  const writes = [
    ...drafts.map((bom, index) => put(bom, 1, index % 2 === 0 ? manyOptions : longTexts)),
    newVersion(bom),
  ];
  const tooLarge = drafts.map((bom) => put(bom, 1, tooMuch));
  const reads = ['', '/versions/1', ...[1, 3].map(linesOf), ...[2, 3].map(comparedTo)].map(
    (path): Shot => ({ method: 'GET', path: `${bom}${path}` }),
  );
  return [
    { name: 'BOM reads', shots: reads, status: 200 },
    { name: 'BOM writes', shots: writes, status: 200 },
    { name: 'BOM writes, too large', shots: tooLarge, status: 413 },
  ];
}
