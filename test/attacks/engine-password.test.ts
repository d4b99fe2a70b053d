import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { RawConnection } from '../integration/deploy/local/mongo-engine/raw-connection.ts';
import { EngineProcess, failure } from '../integration/deploy/local/mongo-engine/server.ts';

const { Binary, MongoClient } = mongoose.mongo;
const { serialize, setInternalBufferSize } = mongoose.mongo.BSON;
const PASSWORD = 's0123456789abcdef';
let engine: EngineProcess;

beforeAll(async () => {
  engine = await new EngineProcess().start({ PASSWORD });
});
afterAll(() => engine.remove());

/** Runs `use` with a client of this user. The client does not retry, so that `use` sees the first answer. */
async function withClient<T>(
  auth: { username: string; password: string } | undefined,
  use: (client: InstanceType<typeof MongoClient>) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(engine.url, {
    maxPoolSize: 1,
    retryReads: false,
    retryWrites: false,
    ...(auth && { auth }),
  });
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

const stranger = <T>(use: Parameters<typeof withClient<T>>[1]) => withClient<T>(undefined, use);

test('who knows the password reads and writes, in transactions too', async () => {
  await withClient({ username: 'selvedge', password: PASSWORD }, async (client) => {
    const items = client.db('d').collection<{ _id: string }>('items');
    await items.insertOne({ _id: 'a' });
    await client.withSession((session) => session.withTransaction(() => items.insertOne({ _id: 'b' }, { session })));
    expect(await items.countDocuments()).toBe(2);
  });
});

test.each([
  { find: 'items' },
  { insert: 'items', documents: [{ _id: 'c' }] },
  { dropDatabase: 1 },
  { listCollections: 1 },
  { getMore: 1, collection: 'items' },
])('another user of the machine is refused %j', async (command) => {
  const refused = await stranger((client) => failure(client.db('d').command(command)));
  expect(refused).toMatchObject({ code: 13, codeName: 'Unauthorized' });
});

test('a large command of who has not logged in is refused before it is decoded', async () => {
  const fields = Object.fromEntries(Array.from({ length: 1_500_000 }, (_, n) => [`k${n}`, null]));
  // By default, the BSON library serializes at most 17 MiB.
  setInternalBufferSize(2 ** 26);
  const connection = new RawConnection(engine.url);
  const reply = await connection.command(Buffer.from(serialize({ hello: 1, $db: 'admin', more: fields })));
  connection.socket.destroy();
  expect(reply).toMatchObject({ ok: 0, code: 10334 });
  expect(engine.running).toBe(true);
});

test('who has not logged in learns that the engine is there, and no more', async () => {
  const said = await stranger((client) =>
    client.db('admin').command({ hello: 1, saslSupportedMechs: 'admin.selvedge' }),
  );
  expect(said).toMatchObject({ ok: 1, saslSupportedMechs: ['SCRAM-SHA-256'] });
});

test.each([
  { username: 'selvedge', password: 'wrong' },
  { username: 'selvedge', password: `${PASSWORD}x` },
  { username: 'admin', password: PASSWORD },
])('%j is refused', async (auth) => {
  const refused = await withClient(auth, (client) => failure(client.db('d').command({ find: 'items' })));
  expect(refused).toMatchObject({ code: 18, codeName: 'AuthenticationFailed' });
});

test.each([
  ['a proof without a beginning', { saslContinue: 1, conversationId: 1, payload: text('c=biws,r=x,p=AAAA') }],
  ['no message', { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: 1 }],
  [
    'a long one',
    { saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: text(`n,,n=selvedge,r=${'x'.repeat(1_000_000)}`) },
  ],
])('%s is refused', async (_, command) => {
  expect(await stranger((client) => failure(client.db('admin').command(command)))).toMatchObject({ code: 18 });
});

test('a connection may fail three times, and then does not get in with the right message either', async () => {
  const answers = await stranger(async (client) => {
    const start = (message: string) =>
      client.db('admin').command({ saslStart: 1, mechanism: 'SCRAM-SHA-256', payload: text(message) });
    const first = [await start('n,,n=selvedge,r=abc')];
    for (let i = 0; i < 3; i++) await failure(start('n,,n=nobody,r=abc'));
    return [...first, await failure(start('n,,n=selvedge,r=abc'))];
  });
  expect(answers).toMatchObject([{ ok: 1, done: false }, { code: 18 }]);
});

function text(message: string) {
  return new Binary(Buffer.from(message));
}
