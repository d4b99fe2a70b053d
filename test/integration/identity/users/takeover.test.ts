import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo.ts';
import { added, as, aUser, openScene, refusal, type Scene, type Who } from './scene.ts';

/** decisions 3: no admin comes by an account that other orgs trust. `mallory` administers one org, `alice` another. */
const KNOWN = 'what mallory has chosen';
const OWN = 'what only the owner knows';

let scene: Scene;
let mallory: Who;
let alice: Who;
beforeAll(async () => {
  scene = await openScene();
}, 30_000);
afterAll(() => scene.close());
beforeEach(async () => {
  [mallory, alice] = [await scene.anOrg(), await scene.anOrg()];
});

const update = (id: string, patch: Record<string, unknown>, caller: Who) =>
  scene.users.updateUser({ id, patch, fields: Object.keys(patch) }, caller);
const orgOf = ({ context }: Who) => context.principal.orgId;

/** The orgs that a login leads to; undefined when it is refused. */
async function login(username: string, password: string): Promise<string[] | undefined> {
  const credentials = { username, password, address: `192.0.2.${newId()}`, requestId: 'r' };
  const answer = await scene.identity
    .login(credentials, new Date(), new AbortController().signal)
    .catch(() => undefined);
  return answer?.user.orgs.map(({ id }) => id).sort();
}

/** As the reset and the change of a password do it. */
const reset = (userId: string, mailedTo: string) =>
  scene.identity.writer.write(
    { context: { requestId: 'r' }, deadline: Date.now() + 8_000, now: new Date() },
    async (unit) =>
      scene.identity.users.setOwnPassword(unit, {
        userId,
        mailedTo,
        passwordHash: await scene.identity.passwords.hash(OWN),
      }),
  );
async function change(userId: string, password: string): Promise<void> {
  const hash = await scene.identity.passwords.hash(password);
  const { users, store } = scene.identity;
  await store.transaction((session) => users.changePassword(userId, hash, new Date(), session));
}

test.each([
  ['password', { password: KNOWN }],
  ['email', { email: 'mallory@evil.example' }],
])('the %s of a user who has another org is refused, though that place is inactive', async (_what, patch) => {
  const user = aUser({ password: OWN });
  const { id } = await added(scene.users, user, alice);
  await added(scene.users, user, mallory);
  await update(id, { is_active: false }, alice);
  expect(await refusal(update(id, patch, mallory))).toBe('insufficient_permissions');
  expect(await refusal(update(id, patch, alice))).toBe('insufficient_permissions');
  expect(await login(user.email, KNOWN)).toBeUndefined();
});

test('a record that was read may be sent back, also of a user who has another org', async () => {
  const user = aUser({ password: OWN });
  const { id } = await added(scene.users, user, alice);
  await added(scene.users, user, mallory);
  const written = await update(id, { email: user.email, role: 'staff', is_active: true }, mallory);
  expect(written.record).toMatchObject({ email: user.email });
});

test('an invited user keeps its password', async () => {
  const user = aUser({ password: OWN });
  await added(scene.users, user, alice);
  await added(scene.users, { ...user, password: KNOWN, role: 'admin' }, mallory);
  expect(await login(user.email, KNOWN)).toBeUndefined();
  expect(await login(user.email, OWN)).toContain(orgOf(alice));
});

test('whoever made an account beforehand does not come into the org that invites it', async () => {
  const victim = aUser({ password: KNOWN });
  const { id } = await added(scene.users, victim, mallory);
  const invited = await added(scene.users, { ...victim, role: 'admin' }, alice);
  expect(invited).toMatchObject({ id, is_pending: true });
  expect(await login(victim.email, KNOWN)).toEqual([orgOf(mallory)]);
});

test('nor by a change of the password that he knows, before or after the invitation', async () => {
  const victim = aUser({ password: KNOWN });
  const { id } = await added(scene.users, victim, mallory);
  await change(id, 'another one by mallory');
  expect(await added(scene.users, victim, alice)).toMatchObject({ is_pending: true });
  await change(id, 'yet another by mallory');
  expect(await login(victim.email, 'yet another by mallory')).toEqual([orgOf(mallory)]);
});

test('nor by giving an account that is his own the email of somebody else', async () => {
  const own = aUser();
  const { id } = await added(scene.users, own, mallory);
  expect((await reset(id, own.email)).value).toBe(true);
  const email = `${newId()}@victim.example`;
  await update(id, { email }, mallory);
  expect(await added(scene.users, aUser({ email }), alice)).toMatchObject({ id, is_pending: true });
  expect((await reset(id, own.email)).value).toBe(false);
  expect(await login(email, OWN)).toEqual([orgOf(mallory)]);
});

test('the owner of the mailbox opens the place by a reset, with an event for the org', async () => {
  const victim = aUser({ password: KNOWN });
  const { id } = await added(scene.users, victim, mallory);
  await added(scene.users, victim, alice);
  expect((await reset(id, victim.email)).value).toBe(true);
  expect(await login(victim.email, OWN)).toEqual([orgOf(mallory), orgOf(alice)].sort());
  const [event] = (await scene.events(orgOf(alice))).slice(-1);
  expect(event).toMatchObject({ type: 'user.updated', sequence: 2, data: { id, is_pending: false } });
  expect(event.previous).toEqual({ is_pending: true });
  const third = await scene.anOrg();
  expect(await added(scene.users, victim, third)).toMatchObject({ is_pending: false });
});

test('who administers both orgs may be trusted with what he knows', async () => {
  const victim = aUser({ password: KNOWN });
  await added(scene.users, victim, mallory);
  const { email } = (await scene.identity.users.findById(mallory.context.principal.id)) ?? {};
  await added(scene.users, aUser({ email: email ?? '', role: 'admin' }), alice);
  expect(await added(scene.users, victim, alice)).toMatchObject({ is_pending: false });
});

test.each([{ role: 'staff' as const }, { role: 'admin' as const, is_active: false }])(
  'but not who is in the org as %j',
  async (place) => {
    const victim = aUser({ password: KNOWN });
    await added(scene.users, victim, mallory);
    const { email } = (await scene.identity.users.findById(mallory.context.principal.id)) ?? {};
    await added(scene.users, aUser({ email: email ?? '', ...place }), alice);
    expect(await added(scene.users, { ...victim, role: 'admin' }, alice)).toMatchObject({ is_pending: true });
    expect(await login(victim.email, KNOWN)).toEqual([orgOf(mallory)]);
  },
);

test('a password by the admin of the sole org opens its own place alone', async () => {
  const { id, email } = await added(scene.users, aUser(), alice);
  expect(await login(email, KNOWN)).toBeUndefined();
  expect((await update(id, { password: KNOWN }, alice)).record).toMatchObject({ is_pending: false });
  expect(await login(email, KNOWN)).toEqual([orgOf(alice)]);
  expect(await added(scene.users, aUser({ email }), mallory)).toMatchObject({ is_pending: true });
});

test('who knows the password of a founder gets no org by that', async () => {
  const victim = aUser({ role: 'admin', password: KNOWN });
  const { id } = await added(scene.users, victim, mallory);
  const founding = () => scene.orgs.createOrg({ org: { name: 'New' } }, as(mallory, { id }));
  await expect(founding()).rejects.toMatchObject({
    code: 'insufficient_permissions',
    message: expect.stringContaining('reset-password-request'),
  });
  await change(id, 'another one by mallory');
  expect(await refusal(founding())).toBe('insufficient_permissions');
  expect((await reset(id, victim.email)).value).toBe(true);
  expect(await refusal(founding())).toBe('nothing');
});

test('an invitation and a password at once: the password is refused, or the place is pending', async () => {
  for (let round = 0; round < 5; round++) {
    const user = aUser();
    const { id } = await added(scene.users, user, mallory);
    await reset(id, user.email);
    const [taken, invited] = await Promise.all([
      refusal(update(id, { password: KNOWN }, mallory)),
      added(scene.users, user, alice),
    ]);
    const knowsHim = taken === 'nothing';
    expect([taken, invited.is_pending]).toEqual(knowsHim ? ['nothing', true] : ['insufficient_permissions', false]);
  }
}, 20_000);
