import { expect, test } from '@jest/globals';
import { searchTextOf } from '#chassis/domain/folded-text.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { type Upgrade, upgradeSweep, upgrades } from '#chassis/mongo/upgrades.ts';
import { recordTexts } from '#chassis/records/search-texts.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { orgTexts } from '../../../services/identity/orgs/repository.ts';
import {
  invitationsUpgrade,
  memberTexts,
  ownersUpgrade,
  userRepository,
} from '../../../services/identity/users/repository.ts';
import { clientRepository } from '../../../services/product/clients/repository.ts';
import { silent } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore();
const clients = clientRepository({ store, references: openReferences(store) });
const users = userRepository(store);
await store.start();

async function upgrade(...steps: Upgrade[]): Promise<void> {
  const part: Component = upgrades(store, steps, silent);
  await part.start?.();
  await eventually(() => part.ready?.() === true);
  await part.stop?.();
}

const HOUR = 3600_000;

test('steps are taken in order, and again where one failed', async () => {
  const taken: string[] = [];
  const step = (name: string, fails = 0): Upgrade => ({
    name,
    async apply() {
      taken.push(name);
      if (taken.filter((one) => one === name).length <= fails) throw new Error('The database is away');
      return 0;
    },
  });
  await upgrade(step('first'), step('second', 1), step('third'));
  expect(taken).toEqual(['first', 'second', 'first', 'second', 'third']);
});

test('what a replica of the earlier version writes during the rollout is upgraded too', async () => {
  const sweep = upgradeSweep(store, [recordTexts], silent);
  await sweep(new Date(0));
  await insertOldClient('Latecomer');
  await insertOldClient('Übergang', 'Übergang\nLand of Übergang');
  await sweep(new Date(HOUR));
  expect(await isFound('Latecomer')).toBe(true);
  expect(await isFound('Übergang')).toBe(true);
  expect(await recordTexts.apply(store.connection)).toBe(0);
});

test('steps are taken until they have found nothing for an hour', async () => {
  const found = [0, 5, 0, 0, 0];
  let taken = 0;
  const step: Upgrade = { name: 'counted', apply: async () => found[taken++] ?? 0 };
  const sweep = upgradeSweep(store, [step], silent);
  for (const minutes of [0, 30, 60, 90, 91, 1000]) await sweep(new Date(minutes * 60_000));
  expect(taken).toBe(4);
});

test('users of the first version log in by their memberships', async () => {
  const [userId, at] = [newId(), new Date()];
  const user = { email: 'ann@example.com', passwordHash: 'hash', metadata: {}, createdAt: at, updatedAt: at };
  const place = { userId, orgId: 'o1', email: user.email, role: 'admin', clientId: null, isActive: true, revision: 1 };
  const { connection } = store;
  await connection.collection('users').insertOne({ _id: userId as never, ...user });
  await connection
    .collection('memberships')
    .insertOne({ _id: newId() as never, ...place, createdAt: at, updatedAt: at });
  await upgrade(ownersUpgrade);
  expect(await users.findById(userId)).toMatchObject({ email: user.email, formerMemberships: [], passwordSetBy: null });
  expect(await users.activeMemberships(userId)).toMatchObject([{ orgId: 'o1', metadata: {}, emailUnverified: false }]);
});

test('places of the second version stay, as accepted where no admin has chosen the password; what waits is an invitation', async () => {
  const at = new Date();
  const { connection } = store;
  const account = async (vouchedBy: string | null) => {
    const _id = newId();
    const user = { email: `${_id}@example.com`, passwordHash: 'hash', vouchedBy, formerPlaces: [], touched: 0 };
    await connection.collection('users').insertOne({ _id: _id as never, ...user, createdAt: at, updatedAt: at });
    return { userId: _id, email: user.email };
  };
  const place = async (owner: Awaited<ReturnType<typeof account>>, orgId: string, awaitingOwner: boolean) => {
    const fields = { role: 'staff', clientId: null, isActive: true, metadata: '{}', revision: 1, awaitingOwner };
    await connection
      .collection('memberships')
      .insertOne({ _id: newId() as never, ...owner, orgId, ...fields, createdAt: at, updatedAt: at });
  };
  const [own, vouched] = [await account(null), await account('admin-1')];
  await place(own, 'o1', false);
  await place(vouched, 'o1', false);
  await place(vouched, 'o2', true);
  await upgrade(invitationsUpgrade);
  expect(await users.activeMemberships(own.userId)).toMatchObject([{ orgId: 'o1', accepted: true }]);
  expect(await users.activeMemberships(vouched.userId)).toMatchObject([{ orgId: 'o1', accepted: false }]);
  expect(await users.orgsOf(vouched.userId)).toEqual(['o1']);
  expect(await users.isInvited(vouched.email, 'o2')).toBe(true);

  // A process of the earlier version adds an invitation while the upgrade runs.
  async function* find() {
    await place(vouched, 'o3', true);
    yield { _id: vouched.userId };
  }
  const collection = (name: string) => (name === 'users' ? { find } : connection.collection(name));
  await place(own, 'o4', false);
  await invitationsUpgrade.apply({ collection } as never);
  await upgrade(invitationsUpgrade);
  expect(await users.orgsOf(vouched.userId)).toEqual(['o1']);
  expect(await users.isInvited(vouched.email, 'o3')).toBe(true);
});

test('an earlier version finds the texts of this version by case, and by accents as they are', async () => {
  const stored = searchTextOf(['Café Déjà', 'DK']);
  for (const search of ['CAFÉ dÉJÀ', 'déjà', 'dk']) expect(stored).toMatch(new RegExp(search, 'iu'));
});

test('texts of users and orgs follow what an earlier version changes beside them', async () => {
  const { connection } = store;
  const rows = [
    ['memberships', memberTexts, { userId: newId(), orgId: 'o9', email: 'z@example.com', name: 'Zoë' }, 'foldedName'],
    ['orgs', orgTexts, { name: 'Zoë' }, 'foldedName'],
  ] as const;
  for (const [collection, step, row, field] of rows) {
    const _id = newId() as never;
    await connection.collection(collection).insertOne({ _id, ...row, [field]: 'what was there before' });
    await step.apply(connection);
    expect((await connection.collection(collection).findOne({ _id }))?.[field]).toMatch(/zoe/);
    expect(await step.apply(connection)).toBe(0);
  }
});

/** Inserts a client in the form of the first version, or of the one that stored the text as it is. */
async function insertOldClient(name: string, searchText?: string): Promise<void> {
  const at = new Date();
  const client = { _id: newId() as never, orgId: 'o1', name, country: `Land of ${name}`, createdAt: at, updatedAt: at };
  await store.connection.collection('clients').insertOne({ ...client, ...(searchText && { searchText }) });
}

async function isFound(name: string): Promise<boolean> {
  const searches = [name.slice(0, 5).toLowerCase(), `LAND OF ${name.toUpperCase()}`];
  const lists = searches.map((search) => clients.list('o1', { page: 1, limit: 10, sort: 'name', search }));
  return (await Promise.all(lists)).every(({ data }) => data.length === 1 && data[0]?.name === name);
}
