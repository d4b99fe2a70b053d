import mongoose from 'mongoose';
import { Pool, request } from 'undici';
import { newId } from '#chassis/mongo/mongo.ts';
import { eventually } from '../../support/eventually.ts';
import type { System } from '../../support/system/system.ts';
import { saturate } from '../load.ts';
import { type BenchOrg, envelopeOf, newOrg } from './orgs.ts';
import { type CountingReceiver, countingReceiver } from './receiver.ts';

export interface BacklogResult {
  deliveries: number;
  /** A second: of all, of the second quarter, of the last; and bare POSTs of undici to the same receiver. */
  perSecond: number;
  second: number;
  last: number;
  bare: number;
  /** MB that notification had before, at most meanwhile, and after. */
  memory: { before: number; most: number; after: number };
}

const DELIVERIES = 100_000;
const WEBHOOKS = 10;
const BATCH = 1000;
const BODY = 600;
const PATIENCE = 600_000;
const CONNECTIONS = 32;

/** How fast what has piled up is delivered, by one process of notification, and what memory that takes. */
export async function measureBacklog(system: System, token: string): Promise<BacklogResult> {
  const receiver = await countingReceiver();
  const org = await newOrg(system, token, 'Backlog');
  const webhookIds: string[] = [];
  while (webhookIds.length < WEBHOOKS) webhookIds.push(await org.webhook(receiver.url, ['client.deleted']));
  const bare = await barePosts(receiver);
  receiver.reset();
  const before = await memoryOf(system);
  await pileUp(system, org, webhookIds);
  const begun = performance.now();
  let most = before;
  const quarters: number[] = [];
  for (let quarter = 1; quarter <= 4; quarter++) {
    await eventually(async () => {
      most = Math.max(most, await memoryOf(system));
      return receiver.count >= (DELIVERIES * quarter) / 4;
    }, PATIENCE);
    quarters.push(performance.now());
  }
  const [first = 0, second = 0, third = 0, end = 0] = quarters;
  const after = await memoryOf(system);
  await org.remove();
  receiver.close();
  const rate = (count: number, ms: number) => (count * 1000) / ms;
  return {
    deliveries: DELIVERIES,
    perSecond: rate(DELIVERIES, end - begun),
    second: rate(DELIVERIES / 4, second - first),
    last: rate(DELIVERIES / 4, end - third),
    bare,
    memory: { before, most, after },
  };
}

/** Leaves due deliveries behind, as processes do that have died; they fall due together when all are there. */
async function pileUp(system: System, org: BenchOrg, webhookIds: string[]): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(system.run.mongodb.url).connect();
  const database = client.db(`${system.databasePrefix}_notification`);
  const { id: eventId, payload } = envelopeOf({ orgId: org.id, type: 'client.created', size: BODY });
  const now = new Date();
  const event = { orgId: org.id, type: 'client.deleted', payload, traceparent: null, receivedAt: now };
  await database.collection('events').insertOne({ _id: eventId as never, ...event });
  const common = { orgId: org.id, eventId, eventType: 'client.deleted', attempt: 1, isTest: false, createdAt: now };
  const later = new Date(Date.now() + 24 * 3600_000);
  for (let made = 0; made < DELIVERIES; made += BATCH) {
    const documents = Array.from({ length: BATCH }, (_, index) => ({
      ...{ _id: newId() as never, ...common, webhookId: webhookIds[index % WEBHOOKS] },
      ...{ phase: 'pending', dueAt: later, size: payload.length },
    }));
    await database.collection('deliveries').insertMany(documents);
  }
  // By the index of the queue, webhook by webhook.
  for (const webhookId of webhookIds) {
    const planned = { phase: 'pending', webhookId, dueAt: later };
    await database.collection('deliveries').updateMany(planned, { $set: { dueAt: new Date() } });
  }
  await client.close();
}

async function barePosts({ url }: CountingReceiver): Promise<number> {
  const pool = new Pool(new URL(url).origin, { connections: CONNECTIONS });
  const body = 'x'.repeat(BODY);
  const shot = () => ({ method: 'POST', path: '/', headers: { 'content-type': 'application/json' }, body }) as const;
  await saturate(pool, CONNECTIONS, 1, shot);
  const { perSecond } = await saturate(pool, CONNECTIONS, 3, shot);
  await pool.close();
  return perSecond;
}

/** MB. */
async function memoryOf(system: System): Promise<number> {
  const { body } = await request(`${system.run.services.notification?.adminUrl}/metrics`);
  const [, bytes] = /^process_resident_memory_bytes (\S+)$/m.exec(await body.text()) ?? [];
  return Number(bytes) / 1e6;
}
