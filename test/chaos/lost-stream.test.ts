import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backlog, withStreams } from '../support/backends/streams.ts';
import { eventually } from '../support/eventually.ts';
import { PersistentClient } from '../support/persistent-client.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type System, startSystem } from '../support/system/system.ts';
import { idsByRecord, LOCAL_RECEIVERS, subscribe } from '../support/webhooks.ts';

const RECORDS = 30;
let system: System;
let receiver: Receiver;
let client: PersistentClient;

beforeAll(async () => {
  receiver = await startReceiver();
  system = await startSystem({ env: LOCAL_RECEIVERS });
  const token = await system.login();
  client = new PersistentClient(system, token);
  await subscribe(system, token, receiver);
}, 120_000);

afterAll(async () => {
  await system.stop();
  await receiver.close();
}, 60_000);

test('a stream that is deleted is filled again, doubles no webhook, and carries what comes next', async () => {
  await client.createAll(Array.from({ length: RECORDS }, (_, index) => `Client ${index}`));
  await receiver.untilReceived(RECORDS);
  const events = await stored();
  expect(events).toBeGreaterThanOrEqual(RECORDS);

  await withStreams(system, (manager) => manager.streams.delete('EVENTS'));
  const { id, eventId } = await client.create('Right after');
  await receiver.until(() => idsByRecord(receiver).has(id), 30_000);
  await eventually(async () => (await stored()) >= events + 1, 30_000);
  await eventually(async () => (await backlog(system)) === 0, 30_000);

  expect(receiver.requests).toHaveLength(RECORDS + 1);
  expect(idsByRecord(receiver)).toEqual(new Map(client.created.map((each) => [each.id, new Set([each.eventId])])));
  expect(idsByRecord(receiver).get(id)).toEqual(new Set([eventId]));
}, 90_000);

function stored(): Promise<number> {
  return withStreams(system, async (manager) => {
    const { state } = await manager.streams.info('EVENTS');
    return state.messages;
  });
}
