import { setTimeout as delay } from 'node:timers/promises';
import mongoose from 'mongoose';
import type { System } from '../../support/system/system.ts';
import { envelopeOf } from './orgs.ts';

export interface Pile {
  orgId: string;
  webhookIds: string[];
  type: string;
  /** Characters of the event's data. */
  body: number;
  deliveries: number;
}

const BATCH = 1000;

/** Milliseconds that the deliveries take to be planned on a busy machine, for each of them and besides. */
const PLANNED_WITHIN = { each: 0.4, besides: 2000 };

/**
 * Leaves due deliveries behind, each event at all the webhooks, as processes do that have died, and waits until they are due. They fall due together
 * when all are there: of those that fell due one webhook after the other, a sweep may find the first alone, and the next comes 5 s later.
 */
export async function pileUp(system: System, { orgId, webhookIds, type, body, deliveries }: Pile): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(system.run.mongodb.url).connect();
  const database = client.db(`${system.databasePrefix}_notification`);
  const now = new Date();
  const later = new Date(Date.now() + 24 * 3600_000);
  const events = Array.from({ length: Math.ceil(deliveries / webhookIds.length) }, () =>
    envelopeOf({ orgId, type: 'client.created', size: body }),
  );
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH);
    const common = { orgId, type, traceparent: null, at: now, sequence: 1, recordId: null, receivedAt: now };
    const logged = batch.map(({ id, payload }) => ({ _id: id as never, ...common, payload }));
    await database.collection('events').insertMany(logged);
  }
  const common = { orgId, eventType: type, attempt: 1, isTest: false, createdAt: now };
  for (let made = 0; made < deliveries; made += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, deliveries - made) }, (_, index) => {
      const webhookId = webhookIds[(made + index) % webhookIds.length];
      const { id: eventId, payload } = events[
        Math.floor((made + index) / webhookIds.length)
      ] as (typeof events)[number];
      const queued = { phase: 'pending', dueAt: later, size: payload.length };
      return { _id: `${eventId}.${webhookId}.1` as never, webhookId, eventId, ...common, ...queued };
    });
    await database.collection('deliveries').insertMany(documents);
  }
  const dueAt = new Date(Date.now() + PLANNED_WITHIN.besides + PLANNED_WITHIN.each * deliveries);
  // By the index of the queue, webhook by webhook.
  for (const webhookId of webhookIds)
    await database
      .collection('deliveries')
      .updateMany({ phase: 'pending', webhookId, dueAt: later }, { $set: { dueAt } });
  await client.close();
  await delay(Math.max(0, dueAt.getTime() - Date.now()));
}
