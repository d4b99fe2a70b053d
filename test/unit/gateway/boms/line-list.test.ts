import { expect, test } from '@jest/globals';
import { lineList } from '../../../../gateway/boms/line-list.ts';

const body = lineList();
const read = async (value: object) => body.validate(await body.parse(Buffer.from(JSON.stringify(value)), undefined));
const lines = (count: number, options: object[]) =>
  Array.from({ length: count }, () => ({ assignedMaterialOptions: options }));

/** Number of turns of the event loop during `work`. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let over = false;
  const turn = () => {
    turns += 1;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  over = true;
  return turns;
}

test('a long list is read and judged while others have their turns', async () => {
  const option = { materialName: 'Twill', cost: 1.5, currency: 'EUR', leadTimeDays: 3 };
  expect(await turnsDuring(read(lines(2_000, Array(10).fill(option))))).toBeGreaterThan(10);
});

test('what is wrong with lines is said at their place, 100 faults of all of them', async () => {
  const faulty = [{}, { unit: '' }, ...lines(1, [{ priority: 'high' }])];
  const issues = [
    { type: 'string_too_short', loc: ['body', 'lineItems', '1', 'unit'] },
    { type: 'int_parsing', loc: ['body', 'lineItems', '2', 'assignedMaterialOptions', '0', 'priority'] },
  ];
  await expect(read(faulty)).rejects.toMatchObject({ code: 'validation_failed', issues });
  const many = read(lines(300, [{ colour: 'red' }]));
  await expect(many).rejects.toMatchObject({ issues: { length: 100 } });
});

test('lines that cannot fit into a version are refused before they are judged', async () => {
  const work = read(lines(2_000, Array(21).fill({ colour: 'red' })));
  await expect(work).rejects.toMatchObject({ code: 'body_too_large' });
});

test('a list is sent as often as it has to be, each time as it is', async () => {
  const request = await read(lines(2, []));
  const first = request.finish({ id: 'b1', version: '1', expectedRevision: 1 });
  expect(request.finish({ id: 'b1', version: '1', expectedRevision: 1 })).toEqual(first);
  expect(request.finish({ id: 'b1', version: '1' }).bytes.length).toBeLessThan(first.bytes.length);
});
