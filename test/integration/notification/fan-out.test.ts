import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { DeliveryList } from '#proto/gen/notification/v1/DeliveryList.ts';
import type { WebhookReply } from '#proto/gen/notification/v1/WebhookReply.ts';
import { deliveryRepository } from '../../../services/notification/deliveries/repository.ts';
import { SHARE } from '../../../services/notification/fan-out/domain/fan-out.ts';
import { FanOutWorker } from '../../../services/notification/fan-out/fan-out-worker.ts';
import { fanOutRepository } from '../../../services/notification/fan-out/repository.ts';
import { eventually } from '../../support/eventually.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { gate } from './scene.ts';
import { aCall, anAdmin, anEvent, newDatabase, openReplica, type Replica, silent } from './support.ts';

/** Longer than an attempt, so that no delivery is sent twice. */
const LEASE_MS = 3000;
const settings = { WEBHOOK_LEASE_MS: String(LEASE_MS) };
/** Timeout in milliseconds, for two cores that run other tests at the same time. */
const TIMEOUT_MS = 40_000;
const database = newDatabase();

/** A process whose fan-out worker does not run. */
let idle: Replica;
/** Another process with the same database, whose fan-out worker runs. */
let other: Replica | undefined;
let receiver: Receiver;
beforeAll(async () => {
  const wake = jest.spyOn(FanOutWorker.prototype, 'wake').mockImplementation(() => undefined);
  idle = await openReplica(settings, database);
  wake.mockRestore();
  receiver = await startReceiver();
}, 30_000);
afterEach(async () => {
  await other?.close();
  other = undefined;
  await collection('fan_outs').deleteMany({});
});
afterAll(async () => {
  await receiver.close();
  await idle.close({ drop: true });
});

const collection = (name: string) => idle.store.connection.collection(name);
async function openOther(): Promise<Replica> {
  other = await openReplica(settings, database);
  return other;
}

const callOf = (orgId: string) => aCall({ ...anAdmin, orgId });

async function webhookOf(orgId: string, path: string, input: object = {}): Promise<string> {
  const webhook = { url: `${receiver.url}/${path}`, events: ['client.*'], ...input };
  const { record }: WebhookReply = await idle.call('CreateWebhook', { webhook }, callOf(orgId));
  return record?.id ?? '';
}

/** Accepts events, and does not start their fan-outs yet. */
async function accept(messages: ReturnType<typeof anEvent>[]): Promise<void> {
  const wake = jest.spyOn(FanOutWorker.prototype, 'wake').mockImplementation(() => undefined);
  await Promise.all(messages.map((message) => idle.accept(message)));
  wake.mockRestore();
}

/** Inserts a pending fan-out of the event for these webhooks. */
async function putAside(orgId: string, eventId: string, webhookIds: string[], type = 'client.created') {
  const fanOut = { eventId, orgId, type, size: 200, webhookIds, createdAt: new Date() };
  await idle.store.transaction((session) => fanOutRepository(idle.store).add([fanOut], session));
}

const workerOf = (store: Pick<Store, 'transaction'>) =>
  new FanOutWorker({
    ...{ store, fanOuts: fanOutRepository(idle.store), logger: silent, leaseMs: LEASE_MS },
    deliveries: deliveryRepository(idle.store, { count: async () => undefined }),
    wake: () => undefined,
  });
const untilWorkedOff = () => eventually(async () => (await collection('fan_outs').countDocuments()) === 0, TIMEOUT_MS);

test("an event waits for no deliveries of another org's, and these are all made, whatever process dies", async () => {
  const [many, few] = [newId(), newId()];
  const events = Array.from({ length: 70 }, () => anEvent('client.created', { orgId: many }));
  const paths = Array.from({ length: 21 }, (_, index) => `many/${index}`);
  for (const path of paths) await webhookOf(many, path);
  await webhookOf(few, 'few');
  const total = events.length * paths.length;
  const stored = () => collection('deliveries').countDocuments({ orgId: many, attempt: 1 });

  // Worst order of the stream: the event of the small org comes after all events of the large org.
  await accept(events);
  await accept([anEvent('client.created', { orgId: few })]);
  await receiver.until((requests) => requests.some(({ path }) => path === '/few'), TIMEOUT_MS);
  expect(await collection('events').countDocuments({ orgId: many, type: 'client.created' })).toBe(events.length);
  expect(await stored()).toBe(SHARE);

  // A worker that hangs in its second step, like a process that dies.
  const { opened, open } = gate();
  const late = Promise.withResolvers<void>();
  let steps = 0;
  const dying = workerOf({
    async transaction(work) {
      if (++steps > 1) await opened;
      return idle.store.transaction(work).finally(() => steps > 1 && late.resolve());
    },
  });
  const before = await stored();
  dying.wake();
  await eventually(() => steps === 2, TIMEOUT_MS);
  expect(await stored()).toBe(Math.min(before + 500, total));
  await openOther();
  await untilWorkedOff();
  // The hanging step continues, after another worker has done its work.
  open();
  await late.promise;
  await dying.stop();

  const posts = () => receiver.requests.filter(({ path }) => path.startsWith('/many/'));
  // On a slow machine, a delivery can be sent twice. It counts once.
  const ofEach = () => new Set(posts().map(({ path, headers }) => `${path} ${headers['webhook-id']}`));
  await receiver.until(() => ofEach().size === total, TIMEOUT_MS);
  expect(await stored()).toBe(total);
}, 120_000);

test('orgs take turns, and what is claimed is out of the reach of others', async () => {
  const fanOuts = fanOutRepository(idle.store);
  const [a, b] = [newId(), newId()].sort() as [string, string];
  for (const eventId of ['a1', 'a2', 'a3']) await putAside(a, eventId, ['w1', 'w2']);
  await putAside(b, 'b1', ['w3']);
  const now = new Date();
  const until = new Date(now.getTime() + LEASE_MS);
  let after = '';
  const turns: string[][] = [];
  for (;;) {
    const claim = await fanOuts.claim(now, until, after, 3);
    if (!claim) break;
    after = claim.orgId;
    turns.push(claim.fanOuts.map(({ eventId }) => eventId));
  }
  expect(turns).toEqual([['a1', 'a2'], ['b1'], ['a3']]);
}, 30_000);

test('what is made late says what the log says then, and goes to its webhook as that is then', async () => {
  const orgId = newId();
  const ordered = anEvent('order.created', { orgId });
  const deleted = anEvent('order.deleted', { orgId });
  deleted.envelope.data = { id: ordered.envelope.data.id };
  await accept([ordered]);
  await accept([deleted]);
  const { id: eventId } = ordered.envelope;
  await eventually(
    async () => (await collection('events').findOne({ _id: eventId as never }))?.purged === true,
    TIMEOUT_MS,
  );
  const active = await webhookOf(orgId, 'active', { events: ['order.*'] });
  const inactive = await webhookOf(orgId, 'inactive', { events: ['order.*'], is_active: false });
  const narrowed = await webhookOf(orgId, 'narrowed');
  await putAside(orgId, eventId, [active, inactive, narrowed, 'gone'], 'order.created');
  const replica = await openOther();
  await receiver.until((requests) => requests.some(({ path }) => path === '/active'), TIMEOUT_MS);
  const { body } = receiver.requests.find(({ path }) => path === '/active') ?? {};
  expect(JSON.parse(body ?? '{}')).toMatchObject({ id: eventId, truncated: true, data: {} });
  const answer = (id: string) => async () => {
    const { data }: DeliveryList = await replica.call('ListDeliveries', { webhook_id: id, limit: 50 }, callOf(orgId));
    return data.map(({ attempt, response_body: said }) => `${attempt} ${said}`).join();
  };
  await eventually(
    async () => expect(await answer(inactive)()).toBe('1 Not sent: the webhook is inactive'),
    TIMEOUT_MS,
  );
  await eventually(
    async () => expect(await answer(narrowed)()).toBe('1 Not sent: not subscribed any more'),
    TIMEOUT_MS,
  );
  await eventually(
    async () => (await collection('deliveries').countDocuments({ orgId, phase: 'pending' })) === 0,
    TIMEOUT_MS,
  );
  expect(await collection('deliveries').countDocuments({ orgId })).toBe(3);
}, 120_000);
