import { beforeEach, expect, test } from '@jest/globals';
import { type PersonRule, personNames, withPersonNames } from '#chassis/records/person-names.ts';
import type { Call, Principal } from '#chassis/rpc/context.ts';

let time: number;
let names: Map<string, string>;
let isDown: boolean;
let asked: { ids: string[]; deadline: number }[];
const clock = { now: () => time };
beforeEach(() => {
  time = 1_000;
  names = new Map([['u1', 'Ada']]);
  isDown = false;
  asked = [];
});

const users = {
  async listNames({ ids }: { ids: string[] }, options?: { deadline?: number | undefined }) {
    asked.push({ ids, deadline: options?.deadline ?? 0 });
    if (isDown) throw new Error('identity is down');
    return { data: ids.flatMap((id) => ({ id, name: names.get(id) ?? '' })).filter(({ name }) => name) };
  },
};

function callOf(fields: Partial<Principal> = {}): Call {
  const principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff', ...fields };
  return { principal, context: { principal }, deadline: Date.now() + 60_000 } as unknown as Call;
}

test('names are read by one request, and again after 5 s; those without a name are remembered, too', async () => {
  const read = personNames(users, clock);
  expect(await read(['u1', 'gone'], callOf())).toEqual(new Map([['u1', 'Ada']]));
  expect(await read(['u1', 'gone'], callOf())).toEqual(new Map([['u1', 'Ada']]));
  expect(asked.map(({ ids }) => ids)).toEqual([['u1', 'gone']]);
  expect(asked[0]?.deadline).toBeLessThanOrEqual(Date.now() + 1_000);
  names.set('u1', 'Ada Lovelace');
  time += 5_001;
  expect(await read(['u1'], callOf())).toEqual(new Map([['u1', 'Ada Lovelace']]));
});

test('another org is asked for itself', async () => {
  const read = personNames(users, clock);
  await read(['u1'], callOf());
  names.clear();
  expect(await read(['u1'], callOf({ orgId: 'o2' }))).toEqual(new Map());
});

test('while identity is down, names are what they were, and unknown ones are left out', async () => {
  const read = personNames(users, clock);
  await read(['u1'], callOf());
  time += 5_001;
  isDown = true;
  expect(await read(['u1', 'u2'], callOf())).toEqual(new Map([['u1', 'Ada']]));
});

const RULES: PersonRule[] = [
  { id: 'createdById', name: 'createdByName' },
  { within: 'versions', id: 'createdById', name: 'createdByName' },
];
const record = { createdById: 'u1', versions: [{ createdById: 'u2' }] };
const named = { createdById: 'u1', createdByName: 'Ada', versions: [{ createdById: 'u2', createdByName: null }] };
const replies = { record: { record, revision: 3 }, list: { data: [record], total: 1 }, itself: record };
const expected = { record: { record: named, revision: 3 }, list: { data: [named], total: 1 }, itself: named };

function answers(reply: object, call: Call) {
  const method = { options: {}, answer: async () => reply };
  const service = { domain: 'finance', name: 'OrderService', methods: { GetOrder: method } } as const;
  return withPersonNames(service, personNames(users, clock), RULES).methods.GetOrder?.answer({}, call);
}

test.each(['record', 'list', 'itself'] as const)('users of the staff read the names in a reply: %s', async (kind) => {
  expect(await answers(replies[kind], callOf())).toEqual(expected[kind]);
});

test.each<Partial<Principal>>([{ role: 'client', clientId: 'c1' }, { kind: 'key' }])(
  'callers who may not read names ask for none: %j',
  async (fields) => {
    expect(await answers(replies.list, callOf(fields))).toEqual(replies.list);
    expect(asked).toEqual([]);
  },
);
