import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Sender } from '../../../services/notification/deliveries/sender.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { gate } from './scene.ts';
import { aCall, anAdmin, anEvent, newDatabase, openReplica } from './support.ts';

let receiver: Receiver;
let database: string;
beforeEach(async () => {
  receiver = await startReceiver();
  database = newDatabase();
});
afterEach(() => receiver.close());

async function openWithWebhook() {
  const replica = await openReplica({}, database);
  const webhook = { url: receiver.url, events: ['*'], is_active: true };
  await replica.call('CreateWebhook', { webhook }, aCall(anAdmin));
  await receiver.untilReceived(1);
  return replica;
}

test('what was committed and not sent when a process died is sent by another', async () => {
  const dying = await openWithWebhook();
  const send = jest.spyOn(Sender.prototype, 'send').mockImplementation(() => {});
  const message = anEvent();
  await dying.accept(message);
  send.mockRestore();
  await dying.close();
  expect(receiver.requests).toHaveLength(1);
  const restarted = await openReplica({}, database);
  const [, request] = await receiver.untilReceived(2);
  expect(request?.headers['webhook-id']).toBe(message.envelope.id);
  await restarted.close({ drop: true });
});

test('an attempt that a stop cut is made again, with the same id, and counts once', async () => {
  const stopping = await openWithWebhook();
  const { opened, open } = gate();
  receiver.script({ after: opened });
  const message = anEvent();
  await stopping.accept(message);
  await receiver.untilReceived(2);
  await stopping.close();
  open();
  const restarted = await openReplica({}, database);
  const [, first, second] = await receiver.untilReceived(3);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  await restarted.close({ drop: true });
}, 20_000);

test('a slow attempt keeps its delivery from the other processes', async () => {
  const one = await openWithWebhook();
  const other = await openReplica({}, database);
  const { opened, open } = gate();
  receiver.script({ after: opened });
  await one.accept(anEvent());
  await receiver.untilReceived(2);
  // Wait for three lease times. If the lease were not renewed, the other process would send the delivery.
  const end = Date.now() + 900;
  await receiver.until((requests) => requests.length > 2 || Date.now() > end, 1000).catch(() => undefined);
  expect(receiver.requests).toHaveLength(2);
  open();
  await other.close();
  await one.close({ drop: true });
});
