import { expect, test } from '@jest/globals';
import { inUse } from '#chassis/domain/errors.ts';
import type { RecordState } from '#chassis/domain/record.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { openRecords } from '#chassis/records/records.ts';
import { NOTHING_RESERVED, type References } from '#chassis/reference-integrity/references.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { openFileStore } from './file-store.ts';

/**
 * A record with parts. Before the record is deleted, references to it and to its parts are checked. A part can be added
 * during the check.
 */
interface Box extends RecordState {
  parts: string[];
}

const call = { principal: { orgId: 'org' } } as Call;
const { store } = await openFileStore();
await store.start();

const boxes = () => store.connection.collection<{ _id: string; revision: number; parts: string[] }>('boxes');

/** Records whose references are checked by `refuse`. It gets the parts that are deleted with the record. */
function recordsWith(refuse: (parts: string[]) => Promise<void>) {
  const references = {
    refuseIfReferred: (_org: string, _target: string, _resource: string, parts: string[]) => refuse(parts),
  } as Partial<References> as References;
  return openRecords<Box>({
    store,
    resource: 'Box',
    collection: 'boxes',
    fields: { parts: Array },
    list: { sorts: ['createdAt'], filters: [] },
    references: {
      references,
      remote: { reserve: async () => NOTHING_RESERVED, refuseWhileDeleted: async () => {} },
      kind: 'box',
      nameOf: () => ({ name: 'box', status: 'active' }),
      partsOf: ({ parts }) => parts.map((part) => `part:${part}` as const),
    },
  });
}

async function aBox(): Promise<string> {
  const _id = newId();
  const at = new Date();
  await boxes().insertOne({
    ...{ _id, orgId: 'org', parts: ['a'], revision: 1 },
    createdAt: at,
    updatedAt: at,
  } as never);
  return _id;
}

test('a part that comes to refer to it just then goes with it', async () => {
  const id = await aBox();
  const seen: string[][] = [];
  const records = recordsWith(async (parts) => {
    seen.push(parts);
    if (seen.length > 1) return;
    await boxes().updateOne({ _id: id }, { $set: { parts: ['a', 'b'] }, $inc: { revision: 1 } });
    throw inUse('Box', [{ kind: 'part', name: 'b' }]);
  });
  await expect(records.reserve(call, { id })).resolves.toBe(NOTHING_RESERVED);
  expect(seen).toEqual([['part:a'], ['part:a', 'part:b']]);
});

test('what others refer to stays', async () => {
  const id = await aBox();
  const records = recordsWith(() => Promise.reject(inUse('Box', [{ kind: 'order', name: 'O-1' }])));
  await expect(records.reserve(call, { id })).rejects.toMatchObject({ code: 'in_use' });
});

test('who expects the revision of before is told that it has changed', async () => {
  const id = await aBox();
  const records = recordsWith(async () => {
    await boxes().updateOne({ _id: id }, { $inc: { revision: 1 } });
    throw inUse('Box', [{ kind: 'part', name: 'b' }]);
  });
  const reserving = records.reserve(call, { id, expectedRevision: 1 });
  await expect(reserving).rejects.toMatchObject({ code: 'version_mismatch' });
});
