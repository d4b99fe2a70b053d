import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { anomaliesOf, type Committed, type History } from './history.ts';
import { connect } from './server.ts';

type List = { _id: number; list: number[] };
type Plan = { kind: 'read' | 'append' | 'appendAll'; key: number }[];

const KEYS = 4;
const CLIENTS = 6;

const server = await connect();
afterAll(() => server.stop());

const plan: fc.Arbitrary<Plan> = fc.array(
  fc.record({
    kind: fc.constantFrom('read' as const, 'read' as const, 'append' as const, 'append' as const, 'appendAll' as const),
    key: fc.nat(KEYS - 1),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Runs the plans of all clients concurrently. Each client runs its plans one after another, each in a transaction. */
async function run(plans: Plan[][]): Promise<History> {
  const lists = server.db.collection<List>(`lists${new mongoose.mongo.ObjectId()}`);
  const keys = Array.from({ length: KEYS }, (_, key) => key);
  await lists.insertMany(keys.map((_id) => ({ _id, list: [] })));
  const committed: Committed[] = [];
  const aborted = new Set<number>();
  let [tick, last] = [0, 0];
  const perform = async (todo: Plan, session: mongoose.mongo.ClientSession): Promise<void> => {
    const one: Committed = { begun: tick++, ended: 0, steps: [] };
    session.startTransaction();
    try {
      for (const { kind, key } of todo) {
        if (kind === 'read') {
          const found = await lists.findOne({ _id: key }, { session });
          one.steps.push({ key, read: found?.list ?? [] });
          continue;
        }
        const chosen = kind === 'append' ? [key] : keys;
        const first = ++last * 100;
        // Each list gets a different value.
        one.steps.push(...chosen.map((each) => ({ key: each, append: first + each })));
        const appends = chosen.map((_id) => ({
          updateOne: { filter: { _id }, update: { $addToSet: { list: first + _id } } },
        }));
        await lists.bulkWrite(appends, { session });
      }
      await session.commitTransaction();
      one.ended = tick++;
      committed.push(one);
    } catch (error) {
      expect((error as mongoose.mongo.MongoError).hasErrorLabel('TransientTransactionError')).toBe(true);
      for (const step of one.steps) if ('append' in step) aborted.add(step.append);
      await session.abortTransaction().catch(() => undefined);
    }
  };
  await Promise.all(
    plans.map((all) =>
      server.client.withSession(async (session) => {
        for (const todo of all) await perform(todo, session);
      }),
    ),
  );
  const final = new Map((await lists.find().toArray()).map(({ _id, list }) => [_id, list]));
  return { committed, aborted, final };
}

test(
  'histories of concurrent transactions show nothing that snapshot isolation forbids',
  async () => {
    let [commits, conflicts] = [0, 0];
    const clients = fc.array(fc.array(plan, { minLength: 8, maxLength: 8 }), {
      minLength: CLIENTS,
      maxLength: CLIENTS,
    });
    await fc.assert(
      fc.asyncProperty(clients, async (plans) => {
        const history = await run(plans);
        commits += history.committed.length;
        conflicts += history.aborted.size;
        expect(anomaliesOf(history)).toEqual([]);
      }),
      { numRuns: Number(process.env.HISTORIES ?? 8), endOnFailure: true },
    );
    expect(commits).toBeGreaterThan(50);
    expect(conflicts).toBeGreaterThan(0);
  },
  120_000 + Number(process.env.HISTORIES ?? 0) * 5_000,
);

describe('the check finds', () => {
  const at = (begun: number, ended: number, ...steps: Committed['steps']): Committed => ({ begun, ended, steps });
  const append = (key: number, value: number) => ({ key, append: value });
  const read = (key: number, ...values: number[]) => ({ key, read: values });
  const NOTHING = /^$/;

  test.each<[string, RegExp, Committed[], lists: Record<number, number[]>, aborted?: number[]]>([
    ['nothing in order', NOTHING, [at(0, 1, append(0, 1)), at(2, 3, read(0, 1), append(0, 2))], { 0: [1, 2] }],
    [
      'nothing in a write skew, which is allowed',
      NOTHING,
      [at(0, 2, read(0), append(1, 1)), at(1, 3, read(1), append(0, 2))],
      { 0: [2], 1: [1] },
    ],
    ['a lost update', /1 is lost/, [at(0, 2, append(0, 1)), at(1, 3, append(0, 2))], { 0: [2] }],
    ['a dirty write', /aborted and is there/, [at(0, 1, read(0))], { 0: [7] }, [7]],
    ['a dirty read', /read 7 of 0/, [at(0, 1, read(0, 7))], { 0: [] }, [7]],
    ['an unrepeatable read', /read 0 and then 1/, [at(0, 3, read(0), read(0, 1)), at(1, 2, append(0, 1))], { 0: [1] }],
    ['a read that misses its own write', /transaction 0 read/, [at(0, 1, append(0, 1), read(0))], { 0: [1] }],
    [
      'a torn read',
      /before 0/,
      [at(0, 2, append(0, 1), append(1, 2)), at(1, 3, read(0, 1), read(1))],
      { 0: [1], 1: [2] },
    ],
    ['a read of the past', /before 0/, [at(0, 1, append(0, 1)), at(2, 3, read(0))], { 0: [1] }],
    [
      'two that read each other',
      /depends on itself/,
      [at(0, 2, append(0, 1), read(1, 2)), at(1, 3, append(1, 2), read(0, 1))],
      { 0: [1], 1: [2] },
    ],
  ])('%s', (_, fault, committed, lists, aborted = []) => {
    const final = new Map(Object.entries(lists).map(([key, list]) => [Number(key), list]));
    expect(anomaliesOf({ committed, aborted: new Set(aborted), final }).join('\n')).toMatch(fault);
  });
});
