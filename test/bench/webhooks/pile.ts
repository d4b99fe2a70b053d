import mongoose from 'mongoose';
import { newId } from '#chassis/mongo/mongo.ts';
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

/** Leaves due deliveries behind, as processes do that have died; they fall due together when all are there. */
export async function pileUp(system: System, { orgId, webhookIds, type, body, deliveries }: Pile): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(system.run.mongodb.url).connect();
  const database = client.db(`${system.databasePrefix}_notification`);
  const { id: eventId, payload } = envelopeOf({ orgId, type: 'client.created', size: body });
  const now = new Date();
  const event = { orgId, type, payload, traceparent: null, at: now, sequence: 1, recordId: null, receivedAt: now };
  await database.collection('events').insertOne({ _id: eventId as never, ...event });
  const common = { orgId, eventId, eventType: type, attempt: 1, isTest: false, createdAt: now, size: payload.length };
  const later = new Date(Date.now() + 24 * 3600_000);
  for (let made = 0; made < deliveries; made += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, deliveries - made) }, (_, index) => ({
      ...{ _id: newId() as never, ...common, webhookId: webhookIds[index % webhookIds.length] },
      ...{ phase: 'pending', dueAt: later },
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
