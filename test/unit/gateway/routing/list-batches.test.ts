import { expect, test } from '@jest/globals';
import { AppError, type ErrorCode } from '#chassis/domain/errors.ts';
import { type Batch, batchesOf } from '../../../../gateway/routing/list-batches.ts';
import { eventually } from '../../../support/eventually.ts';

const json = { begin: '', between: ',', text: (record: unknown) => JSON.stringify(record) };
const reader = (over = new AbortController().signal) => ({
  call: { context: { requestId: 'r1', address: '192.0.2.1' }, deadline: 0 },
  over,
});

/** Messages by where they start, and where anybody has asked to go on. */
function listOf(batches: Record<string, Batch>) {
  const asked: [after: string, most: number][] = [];
  const fetch = async (after: string, most: number) => {
    asked.push([after, most]);
    return batches[after] ?? { data: [] };
  };
  return { asked, fetch };
}

async function textOf(stream: AsyncIterable<Buffer[]>): Promise<string> {
  let text = '';
  for await (const pieces of stream) text += Buffer.concat(pieces);
  return text;
}

test('batches follow each other until there is nothing more', async () => {
  const { asked, fetch } = listOf({ b: { data: [], next: 'c' }, c: { data: [3, 4], next: 'd' }, d: { data: [5] } });
  const stream = await batchesOf({ data: [1, 2], next: 'b' }, reader(), { ...json, begin: '#' }, fetch);
  expect(await textOf(stream)).toBe('#1,2,3,4,5');
  expect(asked.map(([after]) => after)).toEqual(['b', 'c', 'd']);
});

test('no more are fetched than were asked for', async () => {
  const { asked, fetch } = listOf({ b: { data: [3, 4], next: 'c' } });
  expect(await textOf(await batchesOf({ data: [1, 2], next: 'b' }, reader(), json, fetch, 4))).toBe('1,2,3,4');
  expect(asked).toEqual([['b', 2]]);
});

test('of large records fewer are fetched at a time, one at least', async () => {
  const large = 'x'.repeat(300 * 1024);
  const { asked, fetch } = listOf({
    b: { data: [large, large, large], next: 'c' },
    c: { data: ['x'.repeat(3_000_000)], next: 'd' },
    d: { data: [1] },
  });
  await textOf(await batchesOf({ data: [large, large], next: 'b' }, reader(), json, fetch, 100));
  expect(asked).toEqual([
    ['b', 3],
    ['c', 3],
    ['d', 1],
  ]);
});

test('nothing is fetched before what came before it is taken', async () => {
  const { asked, fetch } = listOf({ b: { data: [2] } });
  const stream = await batchesOf({ data: [1], next: 'b' }, reader(), json, fetch);
  expect(String((await stream.next()).value)).toBe('');
  expect(String((await stream.next()).value)).toBe('1');
  expect(asked).toEqual([]);
});

/** A list whose second message is refused as often as there are codes. */
function refusing(...codes: ErrorCode[]) {
  const fetch = async () => {
    const code = codes.shift();
    if (code) throw new AppError(code, 'Not now');
    return { data: [2] };
  };
  return batchesOf({ data: [1], next: 'b' }, reader(), json, fetch);
}

test('what has begun is asked for again when it is refused for something that passes', async () => {
  expect(await textOf(await refusing('deadline_exceeded', 'upstream_unavailable', 'rate_limited'))).toBe('1,2');
  await expect(refusing('internal_error').then(textOf)).rejects.toMatchObject({ code: 'internal_error' });
});

test('what nobody takes any more is not asked for again', async () => {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    throw new AppError('upstream_unavailable', 'Away');
  };
  const leaving = new AbortController();
  const stream = await batchesOf({ data: [1], next: 'b' }, reader(leaving.signal), json, fetch);
  const taken = textOf(stream);
  await eventually(() => asked > 0);
  leaving.abort();
  await expect(taken).rejects.toThrow();
  expect(asked).toBeLessThan(5);
});
