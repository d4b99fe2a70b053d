import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Store } from '#chassis/mongo.ts';
import { openReferences } from '#chassis/references.ts';
import type { Part } from '#chassis/run-service.ts';
import { type Upgrade, upgrades } from '#chassis/upgrades.ts';
import { createWriter } from '#chassis/write.ts';
import { ownersUpgrade, userRepository } from '../../../services/identity/users/repository.ts';
import { clientRepository, searchUpgrade } from '../../../services/product/clients/repository.ts';
import { eventually } from '../../support/eventually.ts';
import { dropStore, openTestStore, sharedMongo, silent, type TestMongo } from '../../support/mongo.ts';
import { deadRelay } from '../../support/writing.ts';

let mongo: TestMongo;
let store: Store;
let clients: ReturnType<typeof clientRepository>;
let users: ReturnType<typeof userRepository>;
beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore(mongo);
  const writer = createWriter({ store, service: 'product', relay: deadRelay() });
  clients = clientRepository({ store, writer, references: openReferences(store) });
  users = userRepository(store);
  await store.start();
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
});

async function upgrade(...steps: Upgrade[]): Promise<void> {
  const part: Part = upgrades(store, steps, silent);
  await part.start?.();
  await eventually(() => part.ready?.() === true);
  await part.stop?.();
}

test('each step is taken once, in order, and again where it failed', async () => {
  const taken: string[] = [];
  const step = (name: string, fails = 0): Upgrade => ({
    name,
    async run() {
      taken.push(name);
      if (taken.filter((one) => one === name).length <= fails) throw new Error('The process died');
    },
  });
  await upgrade(step('first'));
  await upgrade(step('first'), step('second', 1), step('third'));
  expect(taken).toEqual(['first', 'second', 'second', 'third']);
});

test('users of the first version log in from their places', async () => {
  const [userId, at] = [newId(), new Date()];
  const user = { email: 'ann@example.com', passwordHash: 'hash', metadata: {}, createdAt: at, updatedAt: at };
  const place = { userId, orgId: 'o1', email: user.email, role: 'admin', clientId: null, isActive: true, revision: 1 };
  const { connection } = store;
  await connection.collection('users').insertOne({ _id: userId as never, ...user });
  await connection
    .collection('memberships')
    .insertOne({ _id: newId() as never, ...place, createdAt: at, updatedAt: at });
  await upgrade(ownersUpgrade);
  expect(await users.findById(userId)).toMatchObject({ email: user.email, formerPlaces: [], vouchedBy: null });
  expect(await users.activePlaces(userId)).toMatchObject([{ orgId: 'o1', metadata: {}, awaitingOwner: false }]);
});

test('clients of the first version are found by their name and country', async () => {
  const at = new Date();
  const client = {
    _id: newId() as never,
    orgId: 'o1',
    name: 'Nordwind',
    country: 'Denmark',
    createdAt: at,
    updatedAt: at,
  };
  await store.connection.collection('clients').insertOne(client);
  await upgrade(searchUpgrade);
  for (const search of ['nordw', 'DENMARK']) {
    const { data } = await clients.list('o1', { page: 1, limit: 10, sort: 'name', search });
    expect(data).toMatchObject([{ name: 'Nordwind' }]);
  }
});
