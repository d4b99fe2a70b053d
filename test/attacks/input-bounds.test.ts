import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { AppError } from '#chassis/domain/errors.ts';
import { parseRequest } from '#chassis/rpc/request.ts';
import { number } from '#proto/common/v1/contract.ts';
import { WebhookInput } from '#proto/notification/v1/contract.ts';
import { allRoutes } from '../../gateway/app.ts';
import { parseJson, parseJsonBytes } from '../../gateway/payload/json.ts';
import { issuesOf, validate } from '../../gateway/payload/validate.ts';
import { type RunningGateway, type Sent, startGateway } from '../integration/gateway/harness.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

const KIBIBYTE = 1024;
/** Milliseconds. Without the bounds, these inputs took from 20 s to some minutes. */
const PROMPT = 3_000;

const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length));
const unknownKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));

async function prompt<Answer>(work: () => Answer | Promise<Answer>): Promise<Answer> {
  const started = performance.now();
  const answer = await work();
  expect(performance.now() - started).toBeLessThan(PROMPT);
  return answer;
}

describe('text that is refused is shortened before it is looked at', () => {
  const text = (bytes: number) => fill('eyJ', bytes);
  const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

  test.each<[string, string, Sent]>([
    ['a field', '/api/v1/clients', { method: 'POST', as: 'staff', body: { name: text(900 * KIBIBYTE) } }],
    ['a list', '/api/v1/clients', { method: 'POST', as: 'staff', body: { name: [text(900 * KIBIBYTE)] } }],
    ['an email', '/api/v1/auth/reset-password-request', { method: 'POST', body: { email: text(15 * KIBIBYTE) } }],
    ['a form', '/auth/login', { method: 'POST', body: `username=${text(15 * KIBIBYTE)}`, headers: asForm }],
    ['a query', `/api/v1/clients?limit=${text(15 * KIBIBYTE)}`, { as: 'staff' }],
  ])('%s', async (_, path, sent) => {
    const { status, text: answer } = await prompt(() => gateway.send(path, sent));
    expect(status).toBe(422);
    expect(answer.length).toBeLessThan(8 * KIBIBYTE);
  });
});

describe('fields beyond number', () => {
  test('a megabyte of unknown fields is refused before any of them is judged', async () => {
    const body = unknownKeys(90_000);
    const { status, json } = await prompt(() => gateway.send('/api/v1/clients', { method: 'POST', as: 'staff', body }));
    expect(status).toBe(422);
    expect(json.detail).toEqual([
      expect.objectContaining({ type: 'value_error', msg: 'Value error, an object has at most 1000 fields' }),
    ]);
  });

  test('a megabyte of items is, too', async () => {
    const body = `{"name": [${fill('1,', 900 * KIBIBYTE)}1]}`;
    const { json } = await prompt(() => gateway.send('/api/v1/clients', { method: 'POST', as: 'staff', body }));
    expect(json.detail).toMatchObject([{ msg: 'Value error, a body has at most 200000 fields and items' }]);
  });

  test('a megabyte of objects is, too', async () => {
    const lines = JSON.stringify(Array(2_000).fill({ assignedMaterialOptions: Array(95).fill({}) }));
    const sent: Sent = { method: 'PUT', as: 'staff', body: lines };
    const { json } = await prompt(() => gateway.send('/api/v1/bom/1/versions/1/line-items', sent));
    expect(json.detail).toMatchObject([{ msg: 'Value error, a body has at most 50000 objects and lists' }]);
  });

  test.each([
    ['fields', JSON.stringify(unknownKeys(90_000))],
    ['objects', `[${fill('{},', 600 * KIBIBYTE)}1]`],
    ['items', `[${fill('1,', 900 * KIBIBYTE)}1]`],
    ['levels', `${'['.repeat(400_000)}${']'.repeat(400_000)}`],
    ['fields, cut short', JSON.stringify(unknownKeys(90_000)).slice(0, -3)],
  ])('%s are counted before anything is made of them', (_, text) => {
    const bytes = Buffer.from(text);
    const parse = jest.spyOn(JSON, 'parse');
    try {
      expect(issuesThrownBy(() => parseJson(bytes))).toHaveLength(1);
      expect(parse).not.toHaveBeenCalled();
    } finally {
      parse.mockRestore();
    }
  });

  test('no more is done for faults than for those that are named', () => {
    let looks = 0;
    const sent = new Proxy(unknownKeys(1_000), {
      getOwnPropertyDescriptor(target, name) {
        looks += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    });
    const { error } = z.strictObject({}).safeParse({ ...sent });
    looks = 0;
    expect(issuesOf(error as z.ZodError, sent, ['body'])).toHaveLength(100);
    expect(looks).toBeLessThanOrEqual(200);
  });

  test('an error names a hundred faults at most, wherever they were found', () => {
    const List = z.strictObject({ items: z.array(z.string()) });
    const value = { items: Array(50_000).fill(1) };
    for (const judge of [() => validate(List, value, ['body']), () => parseRequest(List, value)]) {
      expect(issuesThrownBy(judge)).toHaveLength(100);
    }
  });

  test.each([
    ['a query', '/api/v1/clients?', {}],
    ['a form', '/auth/login', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ])('%s has at most a thousand parameters', async (_, path, sent) => {
    const parameters = fill('a&', 8 * KIBIBYTE);
    const answer = await (path.endsWith('?')
      ? gateway.send(`${path}${parameters}`, { as: 'staff' })
      : gateway.send(path, { ...sent, body: parameters }));
    expect([answer.status, answer.json.detail]).toEqual([
      422,
      [expect.objectContaining({ msg: 'Value error, at most 1000 parameters' })],
    ]);
  });
});

describe('bodies of operations that anybody may call', () => {
  const routes = allRoutes({ publicUrl: 'https://localhost', version: '0', signingKeys: { list: async () => [] } });
  const taking = routes.filter(({ role, method }) => role === 'public' && method === 'POST');

  test('are those of the log-in and of passwords', () => {
    expect(taking.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/auth/login', '/api/v1/auth/reset-password-request', '/api/v1/auth/reset-password']),
    );
  });

  test.each(taking.map(({ path }) => path))('%s takes 16 KiB and no more', async (path) => {
    const send = (bytes: number) => gateway.send(path, { method: 'POST', body: 'x'.repeat(bytes) });
    expect((await send(16 * KIBIBYTE)).status).toBe(422);
    const { status, json } = await send(16 * KIBIBYTE + 1);
    expect([status, json.code, json.detail]).toEqual([
      413,
      'body_too_large',
      'Request body is larger than 16384 bytes',
    ]);
  });
});

describe('a number that a double does not hold', () => {
  /**
   * CPU milliseconds to read the body: in total, and in the longest turn of the event loop. Each is the minimum of five
   * runs.
   */
  async function costOf(body: Buffer) {
    let [whole, stretch] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < 5; round++) {
      const longest = longestTurn();
      const before = process.threadCpuUsage();
      await parseJsonBytes(body, 'exact');
      const { user, system } = process.threadCpuUsage(before);
      whole = Math.min(whole, (user + system) / 1000);
      stretch = Math.min(stretch, await longest.end());
    }
    return { whole, stretch };
  }

  const bodyOf = (last: string) => Buffer.from(`{"zz":[${fill('1,', 390 * KIBIBYTE)}${last}]}`);

  test.each([
    ['itself', '1.2345678901234567'],
    ['as text', '"PL61109010140000071219812874"'],
  ])('%s makes the others of its body no dearer', async (_, last) => {
    const plain = await costOf(bodyOf('1.5'));
    const { whole, stretch } = await costOf(bodyOf(last));
    expect(whole).toBeLessThan(6 * plain.whole);
    // With a reviver, the JSON parser would take about 240 ms in one turn.
    expect(stretch).toBeLessThan(60);
  });
});

/** CPU milliseconds of the longest turn of the event loop between this call and `end`. */
function longestTurn(): { end(): Promise<number> } {
  let longest = 0;
  let last = process.threadCpuUsage();
  let isOver = false;
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    async end() {
      isOver = true;
      await new Promise((resolve) => setImmediate(resolve));
      return longest;
    },
  };
}

describe('length before pattern', () => {
  test.each<[string, z.ZodType, unknown]>([
    ['a number', number(), fill('1', 1024 * KIBIBYTE)],
    ['the padding of a secret', WebhookInput.shape.secret, `whsec_${fill('=', 1024 * KIBIBYTE)}A`],
    ['a URL', WebhookInput.shape.url, `https://${fill('a', 1024 * KIBIBYTE)}`],
  ])('%s of a megabyte is refused at once', async (_, schema, value) => {
    expect(await prompt(() => schema.safeParse(value).success)).toBe(false);
  });
});

function issuesThrownBy(judge: () => unknown) {
  try {
    judge();
  } catch (error) {
    if (error instanceof AppError) return error.issues;
  }
  throw new Error('nothing was refused');
}
