import { beforeEach, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { type Learn, learning } from '../../../../../services/finance/local-copies/learning.ts';
import { misses } from '../../../../../services/finance/local-copies/metrics.ts';
import type { Answer, Known, Owner } from '../../../../../services/finance/local-copies/owner.ts';

/** The questions to product, in order, and its answers to the next questions. */
let asked: string[][];
let answers: ((keys: readonly string[]) => Promise<Answer>)[];
let applied: string[];
let learn: Learn;

const record = (id: string): Known => ({
  key: { orgId: 'o1', kind: 'bom', id },
  revision: 1,
  isRead: true,
  is: 'known',
  copy: { id, documentId: `BOM-${id}`, styleId: 's1', status: 'draft' },
});
const whole = async (keys: readonly string[]): Promise<Answer> => ({ snapshots: keys.map(record), left: [] });

beforeEach(() => {
  [asked, answers, applied] = [[], [], []];
  const get: Owner['get'] = (_kind, keys) => {
    asked.push([...keys]);
    return (answers.shift() ?? whole)(keys);
  };
  const apply = async (snapshots: readonly { key: { id: string } }[]) =>
    void applied.push(...snapshots.map(({ key }) => key.id));
  learn = learning({ get } as Owner, { apply });
});

async function missesOfBoms(): Promise<number> {
  const { values } = await misses.get();
  return values.find(({ labels }) => labels.kind === 'bom')?.value ?? 0;
}

const callIn = (orgId: string) =>
  ({ context: { requestId: 'r' }, principal: { orgId }, deadline: Date.now() + 5_000 }) as unknown as Call;
const call = callIn('o1');
const names = (count: number) => Array.from({ length: count }, (_, index) => `b${index}`);

test('asks a hundred at a time, and keeps each answer before it asks on', async () => {
  const before = await missesOfBoms();
  expect([...(await learn('bom', names(250), call))]).toEqual(names(250));
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(applied).toEqual(names(250));
  expect((await missesOfBoms()) - before).toBe(250);
});

test('asks again for what a message did not hold', async () => {
  answers.push(async (keys) => ({ snapshots: keys.slice(0, 1).map(record), left: keys.slice(1) }));
  expect([...(await learn('bom', ['b1', 'b2', 'b3'], call))]).toEqual(['b1', 'b2', 'b3']);
  expect(asked).toEqual([
    ['b1', 'b2', 'b3'],
    ['b2', 'b3'],
  ]);
});

test('does not ask for ever where product answers nothing', async () => {
  answers.push(async (keys) => ({ snapshots: [], left: [...keys] }));
  await expect(learn('bom', ['b1'], call)).rejects.toMatchObject({ code: 'upstream_unavailable', service: 'product' });
});

test('says under which keys product has a record', async () => {
  answers.push(async () => ({ snapshots: [record('b1')], left: [] }));
  expect([...(await learn('bom', ['BOM-b1', 'b2'], call))]).toEqual(['BOM-b1']);
});

test('shares the answers of questions that are open, of one org alone', async () => {
  const open = Promise.withResolvers<void>();
  answers.push(async (keys) => open.promise.then(() => whole(keys)));
  const learned = [
    learn('bom', ['b1', 'b2'], call),
    learn('bom', ['b2', 'b3'], call),
    learn('bom', ['b2'], callIn('o2')),
  ];
  open.resolve();
  const [first, second] = await Promise.all(learned);
  expect(asked).toEqual([['b1', 'b2'], ['b3'], ['b2']]);
  expect([...(first ?? [])]).toEqual(['b1', 'b2']);
  expect([...(second ?? [])]).toEqual(expect.arrayContaining(['b2', 'b3']));
  await learn('bom', ['b2'], call);
  expect(asked).toHaveLength(4);
});

test('asks itself, once, for what was not there when another asked: it may have been made since', async () => {
  const [open, none] = [Promise.withResolvers<Answer>(), { snapshots: [], left: [] }];
  answers.push(
    () => open.promise,
    whole,
    async () => none,
  );
  const [first, second] = [learn('bom', ['b1'], call), learn('bom', ['b1'], call)];
  open.resolve(none);
  expect([await first, await second]).toEqual([new Set(), new Set(['b1'])]);
  expect(asked).toEqual([['b1'], ['b1']]);
  expect(await learn('bom', ['b2'], call)).toEqual(new Set());
  expect(asked).toHaveLength(3);
});

test('asks itself where whoever asked first ran out of time', async () => {
  const open = Promise.withResolvers<Answer>();
  answers.push(() => open.promise);
  const [first, second] = [learn('bom', ['b1'], call), learn('bom', ['b1', 'b2'], call)];
  open.reject(new AppError('deadline_exceeded', 'No time was left for the call'));
  await expect(first).rejects.toMatchObject({ code: 'deadline_exceeded' });
  expect([...(await second)].sort()).toEqual(['b1', 'b2']);
  expect(asked).toEqual([['b1'], ['b2'], ['b1']]);
});
