import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { newRecord, type RecordState, recordEvent } from '#chassis/domain/record.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { recordMethods } from '#chassis/records/record-methods.ts';
import { openRecords } from '#chassis/records/records.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { deadRelay, keyedCall } from '../../support/writing.ts';
import { openFileStore } from './file-store.ts';

/** A record for tests of an import that is repeated while it still runs, by a caller that got no answer in time. */
interface Part extends RecordState {
  code: string;
}

const { store } = await openFileStore();
const writer = createWriter({ store, service: 'product', relay: deadRelay() });
const parts = openRecords<Part>({
  store,
  resource: 'Part',
  collection: 'parts',
  fields: { code: String },
  list: { sorts: ['createdAt'], filters: [] },
  // Without the key, the second import would also conflict by these codes.
  unique: ['code'],
});
await store.start();

const part = (code: string) => {
  const state = { ...newRecord(newId(), 'o1', new Date()), code };
  return { state, event: recordEvent('part.created', state, { code }) };
};

/** Imports two parts with an Idempotency-Key. After the first part, calls `reached` and waits for `wait`. */
function importParts(wait: Promise<void> = Promise.resolve(), reached: () => void = () => undefined) {
  const methods = recordMethods({
    of: { title: 'Part', scope: 'parts', reader: 'staff' },
    writer,
    records: parts,
    request: z.never(),
  });
  const { answer } = methods.import(z.unknown(), {
    max: 2,
    async *make() {
      yield [part('A')];
      reached();
      await wait;
      yield [part('B')];
    },
  });
  return answer({ length: 2, parts: () => [] }, keyedCall('import') as Call);
}

test('a second import with its key is refused at once, and answered as the first when that is done', async () => {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = importParts(gate.promise, reached.resolve);
  await reached.promise;
  await expect(importParts()).rejects.toMatchObject({ code: 'idempotency_in_progress' });
  gate.resolve();
  expect(await first).toMatchObject({ created: 2, replayed: false });
  expect(await importParts()).toMatchObject({ created: 2, replayed: true });
});
