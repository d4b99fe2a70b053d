import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ClientSession } from 'mongoose';
import { newId } from '#chassis/mongo/mongo.ts';
import { openReferences, type RecordName } from '#chassis/reference-integrity/references.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore();
const references = openReferences(store);
await store.start();
let target: RecordName;
beforeEach(() => {
  target = `style:${newId()}`;
});

const bom = (id: string, targets: RecordName[], status = 'draft') => ({
  orgId: 'o1',
  record: `bom:${id}` as const,
  kind: 'bom',
  name: id,
  status,
  createdAt: new Date('2026-03-01T12:00:00.000Z'),
  targets,
});
const refer = (...sources: ReturnType<typeof bom>[]) =>
  store.transaction((session) => references.set(session, sources));
const remove = () =>
  store.transaction((session: ClientSession) => references.refuseWhileReferred(session, 'o1', [target], 'Style'));
const names = async () => (await references.usersOf('o1', target)).map(({ name }) => name);
/** Moves the clock forward. Timers keep running in real time. */
function later(milliseconds: number): void {
  const running = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const;
  const timers = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
  jest.useFakeTimers({ now: Date.now() + milliseconds, doNotFake: [...running, ...timers] });
}
afterEach(() => void jest.useRealTimers());

describe('a record that others refer to', () => {
  test('is not deleted, and says what refers to it', async () => {
    await refer(bom('A', [target]), bom('B', [target]));
    await expect(remove()).rejects.toMatchObject({ code: 'in_use', message: 'Style is in use by bom A, bom B' });
  });

  test('names three of them', async () => {
    await refer(...['A', 'B', 'C', 'D'].map((name) => bom(name, [target])));
    await expect(remove()).rejects.toThrow(/ and others$/);
  });

  test('has its users of a kind counted, also as a transaction sees them', async () => {
    const other = `style:${newId()}` as const;
    const order = { ...bom('C', [target]), record: 'sales_order:C', kind: 'sales_order' } as const;
    await refer(bom('A', [target, other]), bom('B', [target]));
    await store.transaction((session) => references.set(session, [order]));
    const counted = (orgId: string, session?: ClientSession) =>
      references.countUsers({ orgId, ...(session && { session }) }, [target, other, 'style:none'], 'bom');
    const before = new Map([
      [target, 2],
      [other, 1],
    ]);
    expect(await counted('o1')).toEqual(before);
    expect(await counted('o2')).toEqual(new Map());
    await store.transaction(async (session) => {
      await references.set(session, [bom('A', [other])]);
      expect(await counted('o1', session)).toEqual(
        new Map([
          [target, 1],
          [other, 1],
        ]),
      );
      expect(await counted('o1')).toEqual(before);
    });
  });

  test('that is made by the transaction which refers to it takes no guard', async () => {
    const guards = () =>
      store.connection
        .collection('holds')
        .countDocuments({ _id: { $gt: `o1:${target}:`, $lt: `o1:${target};` } as never });
    const referring = (own: RecordName[]) =>
      store.transaction(async (session) => {
        references.declareNew(session, own);
        await references.set(session, [bom(newId(), [target])], { fresh: true });
      });
    await referring([target]);
    expect([await guards(), (await names()).length]).toEqual([0, 1]);
    await referring([]);
    expect([await guards(), (await names()).length]).toEqual([1, 2]);
  });

  test('may be deleted when nothing refers to it any more', async () => {
    await refer(bom('A', [target]));
    await refer(bom('A', []));
    await remove();
    expect(await names()).toEqual([]);
  });

  test('is found under the new name and status of what refers to it', async () => {
    const source = bom(newId(), [target]);
    await refer(source);
    await refer({ ...source, name: 'renamed', status: 'approved' });
    expect(await references.usersOf('o1', target)).toMatchObject([{ name: 'renamed', status: 'approved' }]);
  });

  test('guards each part by one document: many may go at once', async () => {
    const orgId = newId();
    const names = (kind: string) => Array.from({ length: 100 }, (): RecordName => `${kind}:${newId()}`);
    const { lock } = openReferences(store, { parts: ['screw'] });
    await store.transaction((session) => lock(session, orgId, [...names('screw'), ...names('machine')]));
    const guards = store.connection.collection<{ _id: string }>('holds');
    const counted = await Promise.all(
      ['screw', 'machine'].map((kind) =>
        guards.countDocuments({ _id: { $gt: `${orgId}:${kind}:`, $lt: `${orgId}:${kind};` } }),
      ),
    );
    expect(counted).toEqual([100, 1_600]);
  });

  test('is not known in another org', async () => {
    await refer(bom('A', [target]));
    expect(await references.usersOf('o2', target)).toEqual([]);
  });
});

describe('at the same moment', () => {
  test('a reference and a delete of its target: never both', async () => {
    const targets = store.connection.collection<{ _id: string }>('targets');
    await targets.insertOne({ _id: 'never deleted' });
    for (let round = 0; round < 20; round++) {
      target = `style:${newId()}`;
      await targets.insertOne({ _id: target });
      const deleting = store.transaction(async (session) => {
        await references.refuseWhileReferred(session, 'o1', [target], 'Style');
        await targets.deleteOne({ _id: target }, { session });
      });
      const referring = store.transaction(async (session) => {
        if (!(await targets.findOne({ _id: target }, { session }))) throw new Error('gone');
        await references.set(session, [bom(newId(), [target])]);
      });
      await Promise.allSettled([deleting, referring]);
      const there = (await targets.findOne({ _id: target })) !== null;
      expect([round, (await names()).length]).toEqual([round, there ? 1 : 0]);
    }
  });

  test('forty references to one record all succeed', async () => {
    await Promise.all(Array.from({ length: 40 }, () => refer(bom(newId(), [target]))));
    expect(await names()).toHaveLength(40);
  });
});

describe('a closed record', () => {
  const close = (fence: number) => store.transaction((session) => references.close(session, 'o1', [target], fence));
  const reopen = (fence: number) => store.transaction((session) => references.reopen(session, 'o1', [target], fence));

  test('takes no new reference, whatever the clock says', async () => {
    await close(1);
    later(24 * 3600 * 1000);
    await expect(refer(bom('A', [target]))).rejects.toMatchObject({ code: 'conflict' });
    expect(await names()).toEqual([]);
  });

  test('is forgotten when the event of its delete has come at the latest, and not before', async () => {
    await close(1);
    const kept = await store.connection.collection('holds').findOne({ _id: `o1:${target}:0` as never });
    const days = (kept?.at.getTime() - Date.now()) / (24 * 3600 * 1000);
    expect(days).toBeGreaterThan(14);
  });

  test('keeps those that it has', async () => {
    const source = bom(newId(), [target]);
    await refer(source);
    await close(1);
    await refer({ ...source, status: 'approved' });
    expect(await references.usersOf('o1', target)).toMatchObject([{ status: 'approved' }]);
  });

  test.each([
    ['takes them again when it is opened, and stays open', [close, reopen]],
    ['stays open, having heard first that it is to be open,', [reopen]],
  ])('%s when it hears late that it was to be closed', async (_, words) => {
    for (const say of words) await say(1);
    await expect(close(1)).rejects.toMatchObject({ code: 'conflict' });
    await refer(bom('A', [target]));
    expect(await names()).toEqual(['A']);
  });

  test('collides with a reference that is made meanwhile: one of the two sees the other', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 20; round++) {
      target = `style:${newId()}`;
      const closing = store.transaction(async (session) => {
        const users = await references.usersOfAny(session, 'o1', [target], 1);
        if (users.length === 0) await references.close(session, 'o1', [target], 1);
        return users.length === 0;
      });
      const referring = refer(bom(newId(), [target])).then(
        () => true,
        () => false,
      );
      const [closed, referred] = await Promise.all([closing, referring]);
      outcomes.push(`${closed ? 'closed' : 'open'} ${referred ? 'referred' : 'refused'}`);
    }
    expect(outcomes).not.toContain('closed referred');
    expect(outcomes).not.toContain('open refused');
  });
});
