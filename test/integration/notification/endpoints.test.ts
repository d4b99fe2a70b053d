import { expect, test } from '@jest/globals';
import { startReceiver } from '../../support/receiver.ts';
import { gate, Scene } from './scene.ts';

const scene = new Scene({
  WEBHOOK_RETRY_SCHEDULE: '0,0.1,0.5,1,1,1,1,1,1,1,1,1,1,1,1',
  WEBHOOK_CONNECTIONS: '8',
  // Long enough that no attempt times out before the other endpoints have their deliveries, on busy machines too.
  WEBHOOK_TIMEOUT_MS: '15000',
});

const COUNT = 300;
const events = (count = COUNT) => Promise.all(Array.from({ length: count }, () => scene.event()));
const distinctIds = (requests: { headers: Record<string, unknown> }[]) =>
  new Set(requests.map(({ headers }) => headers['webhook-id'])).size;

test('a backlog that fits no memory holds up no retry of another webhook', async () => {
  const slow = await startReceiver();
  const { opened, open } = gate();
  slow.fallback = { after: opened };
  await scene.webhook({ url: slow.url, events: ['client.created'] });
  await events(2000);
  await scene.webhook({ events: ['client.updated'] });
  scene.receiver.script(500);
  await scene.event('client.updated');
  await scene.receiver.untilReceived(2, 5_000);
  open();
  await slow.until((requests) => distinctIds(requests) === 2000, 40_000);
  await slow.close();
}, 60_000);

test('a dead endpoint delays no other, and gets everything once it lives', async () => {
  const dead = await startReceiver();
  const { url } = dead;
  await dead.close();
  const webhookId = await scene.webhook({ url });
  await scene.webhook();
  await events();
  await scene.receiver.untilReceived(COUNT);
  const alive = await startReceiver(Number(new URL(url).port));
  await alive.until((requests) => distinctIds(requests) === COUNT, 20_000);
  await alive.close();
  expect((await scene.deliveries(webhookId, { success: true, limit: 1 }))[0]).toMatchObject({ status_code: 200 });
}, 60_000);
