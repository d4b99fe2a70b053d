import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { mongo } from 'mongoose';
import { clientBody, SEEDED } from './scenarios.ts';

/**
 * The program without Selvedge: bare Express on the bare driver, one process, no credential, no validation, on the same
 * store and behind the same TLS (performance: G1). A create writes the record alone.
 */
const { MONGODB_URL = '', RIVAL_DATABASE, TLS_CERT = '', TLS_KEY = '' } = process.env;
const driver = new mongo.MongoClient(MONGODB_URL);
await driver.connect();
const database = driver.db(RIVAL_DATABASE);
const clients = database.collection<Record<string, unknown>>('clients');
const outbox = database.collection('outbox');
await clients.createIndex({ orgId: 1, priceCategory: 1, name: 1, _id: 1 });

const seed = Array.from({ length: SEEDED }, (_, index) => ({
  orgId: 'org',
  createdAt: new Date(),
  ...clientBody(index),
}));
const { insertedIds } = await clients.insertMany(seed);
const ids = Object.values(insertedIds).slice(0, 500).map(String);

const app = express();
app.disable('x-powered-by');
app.set('etag', false);

app.get('/api/v1/clients/:id', async (request, response) => {
  const found = await clients.findOne({ _id: new mongo.ObjectId(request.params.id), orgId: 'org' });
  if (!found) return void response.status(404).json({ detail: 'Client not found' });
  response.json(publicForm(found));
});

app.get('/api/v1/clients', async (request, response) => {
  const filter = { orgId: 'org', priceCategory: String(request.query.priceCategory) };
  const [data, total] = await Promise.all([
    clients.find(filter).sort({ name: 1, _id: 1 }).limit(10).toArray(),
    clients.countDocuments(filter),
  ]);
  response.json({ data: data.map(publicForm), pagination: { page: 1, limit: 10, total } });
});

app.post('/api/v1/clients', express.json(), async (request, response) => {
  const record = { _id: new mongo.ObjectId(), orgId: 'org', createdAt: new Date(), ...request.body };
  await driver.withSession((session) =>
    session.withTransaction(async () => {
      await clients.insertOne(record, { session });
      await outbox.insertOne({ type: 'client.created', data: record, publishedAt: null }, { session });
    }),
  );
  response.json(publicForm(record));
});

function publicForm({ _id, orgId: _, ...rest }: Record<string, unknown>) {
  return { id: String(_id), ...rest };
}

const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) };
const server = createServer(tls, app).listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, ids });
});
process.once('disconnect', () => process.exit(0));
