import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventEnvelope } from '../../../proto/common/v1/contract.ts';
import { orgEvents, userEvents } from '../../../proto/identity/v1/contract.ts';
import { createBootstrap } from '../../../services/identity/orgs/bootstrap.ts';
import { config, dropDatabase, dump, later, newDatabase, now, openReplica, type Replica } from './support.ts';

let replicas: Replica[];
beforeAll(async () => {
  const database = newDatabase();
  replicas = await Promise.all(Array.from({ length: 4 }, () => openReplica(database)));
});
afterAll(async () => {
  await dropDatabase(...replicas.map(({ store }) => store));
});

test('without the settings of the first start it says what is missing', async () => {
  const [replica] = replicas as [Replica];
  const bare = createBootstrap({ ...replica, config: {} });
  await expect(bare(now)).rejects.toThrow('BOOTSTRAP_ADMIN_EMAIL and BOOTSTRAP_ADMIN_PASSWORD');
});

test('a common password for the first admin is refused, naming the setting and not the password', async () => {
  const [replica] = replicas as [Replica];
  const weak = createBootstrap({ ...replica, config: { ...config, BOOTSTRAP_ADMIN_PASSWORD: 'password1234' } });
  await expect(weak(now)).rejects.toThrow(/^BOOTSTRAP_ADMIN_PASSWORD is too common; choose another$/);
  expect(await replica.orgs.operatorId()).toBeUndefined();
});

test('a currency that ISO 4217 does not have, or has ended, is refused, naming the setting', async () => {
  const [replica] = replicas as [Replica];
  for (const BOOTSTRAP_DEFAULT_CURRENCY of ['EUX', 'HRK']) {
    const wrong = createBootstrap({ ...replica, config: { ...config, BOOTSTRAP_DEFAULT_CURRENCY } });
    await expect(wrong(now)).rejects.toThrow(/^BOOTSTRAP_DEFAULT_CURRENCY/);
  }
});

test('replicas that start at once make one operator org with one admin, and say so once', async () => {
  const [{ store, users, accounts }] = replicas as [Replica];
  const emails = ['admin@example.com', 'Admin@Example.com', 'other@example.com', 'another@example.com'];
  const starting = replicas.map((replica, index) =>
    createBootstrap({
      ...replica,
      config: { ...config, BOOTSTRAP_ADMIN_EMAIL: emails[index], BOOTSTRAP_DEFAULT_CURRENCY: 'DKK' },
    })(now),
  );
  await Promise.all(starting);

  expect(await store.connection.collection('orgs').countDocuments()).toBe(1);
  const [stored, ...others] = await store.connection.collection('users').find().toArray();
  expect(others).toEqual([]);
  const user = await users.findByEmail(stored?.email);
  const account = user && (await accounts.of(user));
  expect(account?.memberships).toEqual([
    expect.objectContaining({ role: 'admin', isActive: true, orgName: 'Operator' }),
  ]);

  const rows = await store.connection.collection('outbox').find().sort({ _id: 1 }).toArray();
  expect(rows.map(({ subject, actor }) => [subject, actor])).toEqual([
    ['events.identity.org.created', null],
    ['events.identity.user.created', null],
  ]);
  const [orgEvent, userEvent] = rows.map(({ envelope }) => JSON.parse(envelope));
  const org = eventEnvelope('org.created', orgEvents['org.created']).parse(orgEvent);
  expect(org.data).toMatchObject({ default_currency: 'DKK' });
  expect(eventEnvelope('user.created', userEvents['user.created']).parse(userEvent)).toMatchObject({
    org_id: org.data.id,
    sequence: 1,
    data: { id: user?.id, org_id: org.data.id, email: user?.email, role: 'admin', is_active: true },
  });
});

test('a later start changes nothing, with whatever settings', async () => {
  const [replica] = replicas as [Replica];
  const contents = await dump(replica.store);
  await createBootstrap({ ...replica, config: { ...config, BOOTSTRAP_ADMIN_PASSWORD: 'another passphrase' } })(
    later(1),
  );
  await createBootstrap({ ...replica, config: {} })(later(1));
  expect(await dump(replica.store)).toBe(contents);
});
