import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { OrgUser, userEvents } from '#proto/identity/v1/contract.ts';
import { crowdSearches } from '../../../support/search-turns.ts';
import { rpcsFor } from '../../../support/service/callers.ts';
import { logIn } from '../support.ts';
import { added, as, aUser, keyed, openScene, refusal, type Who } from './scene.ts';

const PASSWORD = 'mill wheels turn slowly';
const LONG_AGO = '2001-01-01T00:00:00.000Z';
const LIST = { page: 1, limit: 10, sort: '-created_at' };

const scene = await openScene();
const admin = await scene.anOrg();

const create = (user: ReturnType<typeof aUser>, caller = admin) => scene.users.createUser({ user }, caller);
const update = (id: string, patch: Record<string, unknown>, caller = admin, expectedRevision?: number) =>
  scene.users.updateUser(
    { id, patch, fields: Object.keys(patch), ...(expectedRevision && { expectedRevision }) },
    caller,
  );

describe('creating', () => {
  test('a user is in the org, and one event says so without the password', async () => {
    const email = `Ada.${newId()}@Example.com`;
    const { record, revision, eventId } = await create(
      aUser({ email, password: PASSWORD, user_metadata: '{"desk":7}' }),
    );
    expect(record).toMatchObject({
      org_id: admin.context.principal.orgId,
      email: email.toLowerCase(),
      role: 'staff',
      is_active: true,
      is_pending: false,
      user_metadata: '{"desk":7}',
    });
    expect(revision).toBe(1);
    const event = (await scene.events(admin.context.principal.orgId)).find(({ id }) => id === eventId);
    expect(event).toMatchObject({
      type: 'user.created',
      sequence: 1,
      data: { id: record?.id, user_metadata: { desk: 7 } },
    });
    expect(OrgUser.parse(event.data)).toEqual(event.data);
    expect(JSON.stringify(event)).not.toMatch(/mill wheels|argon2/);
  });

  test("and passwords of one org keep no other org's waiting, however many they are", async () => {
    const [flooding, other] = [await scene.anOrg(), await scene.anOrg()];
    const { record } = await create(aUser({ password: PASSWORD }), other);
    const flood = Promise.allSettled(
      Array.from({ length: 200 }, () => create(aUser({ password: PASSWORD }), flooding)),
    );
    const made = Array.from({ length: 3 }, () => create(aUser({ password: PASSWORD }), other));
    const set = update(record?.id ?? '', { password: 'another mill, another wheel' }, other);
    await expect(Promise.all([...made, set])).resolves.toHaveLength(4);
    const refused = (await flood).flatMap((one) => (one.status === 'rejected' ? one.reason.code : []));
    expect(new Set(refused)).toEqual(new Set(['rate_limited']));
  });

  test('its password lets it in, in the role that it was given', async () => {
    const user = aUser({ role: 'client', client_id: 'c1', password: PASSWORD, user_metadata: '{"theme":"dark"}' });
    await create(user);
    const { user: loggedIn } = await logIn(scene.identity, user.email, PASSWORD, { at: new Date() });
    expect(loggedIn).toMatchObject({ role: 'client', client_id: 'c1', user_metadata: '{"theme":"dark"}' });
  });

  test('without a password it is invited, with an id of its own, and mailed a link', async () => {
    const [{ record: pending }, { record: ready }] = [
      await create(aUser()),
      await create(aUser({ password: PASSWORD })),
    ];
    expect([pending?.is_pending, ready?.is_pending]).toEqual([true, false]);
    expect(await scene.invitations(pending?.email ?? '')).toHaveLength(1);
    expect(await scene.invitations(ready?.email ?? '')).toHaveLength(0);
  });

  test('an email that the org has is a conflict, in any case', async () => {
    const user = aUser({ password: PASSWORD });
    await create(user);
    expect(await refusal(create({ ...user, email: user.email.toUpperCase() }))).toBe('conflict');
  });

  test('product being down is a 503 for a client user, and nothing to others', async () => {
    scene.product.isDown = true;
    expect(await refusal(create(aUser({ role: 'client', client_id: 'c1' })))).toBe('upstream_unavailable');
    expect(await refusal(create(aUser()))).toBe('nothing');
    scene.product.isDown = false;
  });

  test('a repetition is answered though the client has gone, product is down and the password is hashed no more', async () => {
    const hash = jest.spyOn(scene.identity.passwords, 'hash');
    const user = aUser({ role: 'client', client_id: 'c1', password: PASSWORD });
    const caller = keyed(admin, newId());
    const first = await create(user, caller);
    expect(hash).toHaveBeenCalledTimes(1);
    scene.product.clients.delete('c1');
    expect(await create(user, caller)).toEqual({ ...first, replayed: true });
    scene.product.isDown = true;
    expect(await create(user, caller)).toEqual({ ...first, replayed: true });
    expect(hash).toHaveBeenCalledTimes(1);
    scene.product.isDown = false;
    scene.product.clients.add('c1');
    hash.mockRestore();
  });

  test('two who create the same email at once make one user, and one invitation', async () => {
    const [other, user] = [await scene.anOrg(), aUser({ password: PASSWORD })];
    const both = await Promise.all([added(scene.users, user, admin), added(scene.users, user, other)]);
    expect(both.map(({ is_pending }) => is_pending).sort()).toEqual([false, true]);
  });
});

describe('changing', () => {
  test('says what was different before', async () => {
    const { id } = await added(scene.users, aUser({ password: PASSWORD }), admin);
    const { record, revision, eventId } = await update(id, { role: 'admin', user_metadata: '{"a":{"$ne":1}}' });
    expect(record).toMatchObject({ role: 'admin', user_metadata: '{"a":{"$ne":1}}' });
    expect(revision).toBe(2);
    const event = (await scene.events(admin.context.principal.orgId)).find((one) => one.id === eventId);
    expect(event).toMatchObject({ type: 'user.updated', sequence: 2 });
    expect(event.previous).toEqual({ role: 'staff', user_metadata: {} });
    expect(userEvents['user.updated'].parse(event.data)).toMatchObject({ id });
  });

  test('to what it is already is no change, and no event', async () => {
    const user = await added(scene.users, aUser(), admin);
    const { id: _, ...patch } = user;
    const written = await update(user.id, { email: patch.email.toUpperCase(), role: patch.role, is_active: true });
    expect(written).toMatchObject({ record: user, revision: 1, eventId: '' });
  });

  test('null leaves what cannot be null', async () => {
    const { record } = await create(aUser({ password: PASSWORD, user_metadata: '{"a":1}' }));
    const { id = '', email } = record ?? {};
    const nulls = { fields: ['email', 'role', 'is_active', 'password', 'user_metadata'], patch: {} };
    expect(await scene.users.updateUser({ id, ...nulls }, admin)).toMatchObject({ record, revision: 1, eventId: '' });
    await logIn(scene.identity, email ?? '', PASSWORD, { at: new Date() });
  });

  test('an email that another user has is a conflict', async () => {
    const aMember = () => added(scene.users, aUser({ password: PASSWORD }), admin);
    const [one, two] = [await aMember(), await aMember()];
    expect(await refusal(update(one.id, { email: two.email }))).toBe('conflict');
    const fresh = `${newId()}@example.com`;
    const both = [one, two].map(({ id }) => refusal(update(id, { email: fresh })));
    expect((await Promise.all(both)).sort()).toEqual(['conflict', 'nothing']);
  });

  test('another revision than the expected one is a mismatch', async () => {
    const { id } = await added(scene.users, aUser(), admin);
    await update(id, { role: 'admin' }, admin, 1);
    expect(await refusal(update(id, { role: 'staff' }, admin, 1))).toBe('version_mismatch');
    expect(await refusal(scene.users.deleteUser({ id, expectedRevision: 1 }, admin))).toBe('version_mismatch');
  });

  test.each<[string, Record<string, unknown>]>([
    ['state', { is_active: false }],
    ['password', { password: 'another long passphrase' }],
    ['email', { email: `${newId()}@example.com` }],
  ])('a new %s ends its sessions', async (_what, patch) => {
    const { id } = await added(scene.users, aUser({ password: PASSWORD }), admin);
    const sid = newId();
    await openSession(sid, id);
    await update(id, patch);
    expect(await ended()).toContain(sid);
  });
});

describe('removing', () => {
  test('the last place takes the account and its sessions with it', async () => {
    const user = aUser({ password: PASSWORD });
    const { id } = await added(scene.users, user, admin);
    const sid = newId();
    await openSession(sid, id);
    expect(await scene.users.deleteUser({ id }, admin)).toMatchObject({ deletedId: id, replayed: false });
    expect(await scene.identity.users.findById(id)).toBeUndefined();
    expect(await ended()).toContain(sid);
    expect(await refusal(scene.users.getUser({ id }, admin))).toBe('not_found');
    expect((await added(scene.users, user, admin)).id).not.toBe(id);
  });

  test('any other place leaves the account, and a return goes on with the sequence', async () => {
    const [other, user] = [await scene.anOrg(), aUser()];
    const { id } = await scene.joined(user, admin, PASSWORD);
    await scene.joined(user, other);
    await update(id, { role: 'admin' }, other);
    await scene.users.deleteUser({ id }, other);
    expect(await scene.identity.users.orgsOf(id)).toEqual([admin.context.principal.orgId]);
    await scene.joined(user, other);
    const events = (await scene.events(other.context.principal.orgId)).filter(({ data }) => data.id === id);
    const sequences = events.map(({ type, sequence }) => [type, sequence]);
    expect(sequences).toEqual([
      ['user.created', 1],
      ['user.updated', 2],
      ['user.deleted', 3],
      ['user.created', 4],
    ]);
  });
});

describe('listing', () => {
  let owner: Who;
  beforeAll(async () => {
    owner = await scene.anOrg('owner@list.example');
    await create(aUser({ email: 'a.one@list.example' }), owner);
    await create(aUser({ email: 'b.two@list.example', is_active: false }), owner);
    await create(aUser({ email: 'c.one@list.example', role: 'client', client_id: 'c1' }), owner);
  });
  const emails = async (request: object) => {
    const { data, total } = await scene.users.listUsers({ query: LIST, ...request }, owner);
    return { emails: data.map(({ email }) => email.split('@')[0]), total };
  };

  test.each([
    ['newest first', {}, ['c.one', 'b.two', 'a.one', 'owner']],
    ['by email', { query: { ...LIST, sort: 'email' } }, ['a.one', 'b.two', 'c.one', 'owner']],
    ['by email, in pages', { query: { ...LIST, sort: '-email', limit: 2, page: 2 } }, ['b.two', 'a.one'], 4],
    ['searched, literally', { query: { ...LIST, search: '.ONE@' } }, ['c.one', 'a.one']],
    ['by role', { role: 'client' }, ['c.one']],
    ['by state', { is_active: false }, ['b.two']],
    ['by client', { client_id: 'c1' }, ['c.one']],
    ['by a client of nobody', { client_id: 'c2' }, []],
    ['in a range of their creation', { query: { ...LIST, ranges: [{ field: 'created_at', to: LONG_AGO }] } }, []],
    ['in all times', { query: { ...LIST, ranges: [{ field: 'updated_at', from: LONG_AGO }], limit: 1 } }, ['c.one'], 4],
    ['changed since', { query: { ...LIST, updatedSince: '2999-01-01T00:00:00.000Z' } }, []],
  ])('%s', async (_how, request, expected, total = expected.length) => {
    expect(await emails(request)).toEqual({ emails: expected, total });
  });

  test('searches take turns with all others of the org', async () => {
    const end = crowdSearches(owner.context.principal.orgId);
    expect(await refusal(emails({ query: { ...LIST, search: 'one' } }))).toBe('rate_limited');
    await end();
  });
});

describe('names', () => {
  const MEMBERS = { ...LIST, sort: 'name' };
  const nameOf = async ({ id }: { id: string }, who: Who) =>
    (await scene.users.listMembers({ query: { ...MEMBERS, limit: 100 } }, who)).data.find((one) => one.id === id)?.name;
  let boss: Who;
  let ada: Who;
  beforeAll(async () => {
    boss = await scene.anOrg();
    const { id } = await added(scene.users, aUser({ name: 'Ada', password: PASSWORD }), boss);
    ada = as(boss, { id, role: 'staff' });
  });

  test('of members, but not of invitations, are for staff, without emails', async () => {
    await added(scene.users, aUser({ name: 'Invited' }), boss);
    const { data, total } = await scene.users.listMembers({ query: MEMBERS }, ada);
    const nameless = { id: boss.context.principal.id, role: 'admin', is_active: true };
    expect([data, total]).toEqual([
      [nameless, { id: ada.context.principal.id, name: 'Ada', role: 'staff', is_active: true }],
      2,
    ]);
    const found = (search: string) => scene.users.listMembers({ query: { ...MEMBERS, search } }, ada);
    expect([(await found('AD')).total, (await found('example.com')).total, (await found('Inv')).total]).toEqual([
      1, 0, 0,
    ]);
    const customer = as(boss, { role: 'client', clientId: 'c1' });
    expect(await refusal(scene.users.listMembers({ query: MEMBERS }, customer))).toBe('insufficient_permissions');
  });

  test('are read by id, for finance and product, in the org alone', async () => {
    const { id } = ada.context.principal;
    const invited = await added(scene.users, aUser({ name: 'Invited' }), boss);
    const asked = { ids: [id, invited.id ?? '', admin.context.principal.id, 'gone'] };
    expect(await scene.users.listNames(asked, ada)).toEqual({ data: [{ id, name: 'Ada' }] });
    expect(await scene.users.listNames(asked, as(admin, { role: 'staff' }))).toEqual({ data: [] });
    const many = { ids: Array.from({ length: 501 }, (_, n) => `u${n}`) };
    expect(await refusal(scene.users.listNames(many, ada))).toBe('validation_failed');
  });

  test('are changed by admins and by the user itself, in this org alone, and null clears them', async () => {
    const { id } = ada.context.principal;
    const rename = (name: string | null, who = ada) =>
      scene.users.updateSelf({ patch: { name }, fields: ['name'] }, who);
    const { eventId } = await rename('Ada Lovelace', as(ada, { role: 'client', clientId: 'c1' }));
    const told = (await scene.events(boss.context.principal.orgId)).find((one) => one.id === eventId);
    expect(told).toMatchObject({ type: 'user.updated', data: { id, role: 'staff' }, previous: { name: 'Ada' } });
    await update(id, { name: 'A. Lovelace' }, boss);
    await update(id, { role: 'admin' }, boss);
    expect(await nameOf({ id }, ada)).toBe('A. Lovelace');
    await rename(null);
    expect(await scene.users.updateSelf({ patch: {}, fields: [] }, ada)).toMatchObject({ eventId: '' });
    expect(await nameOf({ id }, ada)).toBeUndefined();
    expect(await refusal(rename('Ada', as(admin, { id })))).toBe('not_found');
  });

  test('of an invitation stay when it is accepted, unless its owner sends another, and an org that the user founds has it', async () => {
    const names = ['Given', 'Grace Hopper'] as const;
    for (const sent of [undefined, names[1]]) {
      const user = aUser({ name: names[0], role: 'admin' });
      await added(scene.users, user, boss);
      await scene.accept((await scene.invitations(user.email)).at(-1) ?? '', PASSWORD, sent);
      const { id } = (await scene.identity.users.findByEmail(user.email)) ?? { id: '' };
      expect(await nameOf({ id }, boss)).toBe(sent ?? names[0]);
      const { record } = await scene.orgs.createOrg({ org: { name: 'Second' } }, as(boss, { id }));
      expect(await nameOf({ id }, as(boss, { id, orgId: record?.id as string }))).toBe(sent ?? names[0]);
    }
  });
});

test('of users and orgs others than the admins of the org reach names, themselves and the settings of the org alone', () => {
  const { services } = scene;
  expect(rpcsFor(services, { role: 'client' })).toEqual(['UpdateSelf', 'GetOrgSettings']);
  expect(rpcsFor(services, { role: 'staff' })).toEqual(['ListMembers', 'ListNames', 'UpdateSelf', 'GetOrgSettings']);
  expect(rpcsFor(services, { kind: 'key', role: 'admin', scopes: ['*:*'] })).toEqual([]);
});

test.each(['', '{"$ne":null}', '$where', '\0'])('there is no user %j', async (unknown) => {
  expect(await refusal(scene.users.getUser({ id: unknown }, admin))).toBe('not_found');
});

test('a session is told of beside one change of its memberships, however many there are, and when it ends', async () => {
  const id = (await create(aUser({ password: PASSWORD }))).record?.id ?? '';
  const [first, second] = [newId(), newId()];
  const told = async (session: string) =>
    (await scene.identity.revocations.page(new Date(0))).changes.filter(({ sessions }) => sessions.includes(session))
      .length;
  await openSession(first, id);
  for (const role of ['admin', 'staff', 'admin']) await update(id, { role });
  expect(await told(first)).toBe(1);
  await openSession(second, id);
  await update(id, { role: 'staff' });
  expect([await told(first), await told(second)]).toEqual([1, 1]);
  await scene.users.deleteUser({ id }, admin);
  expect([await told(first), await told(second)]).toEqual([2, 2]);
  expect(await ended()).toEqual(expect.arrayContaining([first, second]));
});

async function ended(): Promise<string[]> {
  const told = await scene.identity.revocations.unpublished(1000);
  // Sessions that a revocation names with a membership do not end.
  return told.flatMap(({ sessions, keys }) => (keys.length === 0 ? sessions : []));
}

async function openSession(id: string, userId: string): Promise<void> {
  const { sessions, store } = scene.identity;
  const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 3_600_000)];
  const { orgId } = admin.context.principal;
  await store.transaction((transaction) => sessions.insert({ id, userId, orgId, createdAt, expiresAt }, transaction));
}
