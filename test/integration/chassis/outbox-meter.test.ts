import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Logger } from '#chassis/logger.ts';
import { outboxAge, outboxDepth } from '#chassis/metrics.ts';
import type { Store } from '#chassis/mongo.ts';
import { openOutbox } from '#chassis/outbox.ts';
import { createOutboxMeter } from '#chassis/outbox-meter.ts';
import { createWriter } from '#chassis/write.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../../support/mongo.ts';
import { addThing, aThing, deadRelay } from '../../support/writing.ts';

let mongo: TestMongo;
let store: Store;
beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore(mongo);
  await store.start();
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
});

test('one replica says what waits, and why it does not leave; the others say nothing', async () => {
  const outbox = openOutbox(store);
  const { eventId } = await addThing(store, createWriter({ store, service: 'product', relay: deadRelay() }), aThing());
  await outbox.updateOne({ _id: eventId }, { createdAt: new Date(Date.now() - 60_000) });
  const said: object[] = [];
  const logger = { error: (line: object) => said.push(line) } as unknown as Logger;
  const reason = () => new Error('insufficient resources');
  const replica = () => createOutboxMeter({ store, outbox, service: 'product', logger, reason });
  const gauges = async () => [await gaugeOf(outboxDepth), Math.round(((await gaugeOf(outboxAge)) ?? 0) / 60)];

  const first = replica();
  await first();
  expect(await gauges()).toEqual([1, 1]);
  expect(said).toEqual([{ events: 1, seconds: expect.any(Number), err: reason() }]);
  await replica()();
  expect(await gauges()).toEqual([0, 0]);
  expect(said).toHaveLength(1);
});

async function gaugeOf(gauge: typeof outboxDepth): Promise<number | undefined> {
  return (await gauge.get()).values.find(({ labels }) => labels.service === 'product')?.value;
}
