import { beforeEach, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { newId } from '#chassis/mongo/mongo.ts';
import { membershipOf } from '#proto/identity/v1/contract.ts';
import { tokenHash } from '../../../../services/identity/password-resets/token.ts';
import { passwordRoom } from '../password-resets/support.ts';
import { later, logIn } from '../support.ts';
import { added, as, aUser, openScene, refusal, type Who } from './scene.ts';

/**
 * decisions 3: no admin can take over an account that other orgs trust. `mallory` is admin of one org, `alice` of
 * another.
 */
const KNOWN = 'what mallory has chosen';
const OWN = 'what only the owner knows';

const scene = await openScene();
let mallory: Who;
let alice: Who;
beforeEach(async () => {
  [mallory, alice] = [await scene.anOrg(), await scene.anOrg()];
});

const update = (id: string, patch: Record<string, unknown>, caller: Who) =>
  scene.users.updateUser({ id, patch, fields: Object.keys(patch) }, caller);
const orgOf = ({ context }: Who) => context.principal.orgId;

/** A login from an address of its own; undefined if it is refused. */
const enter = (username: string, password: string) =>
  logIn(scene.identity, username, password, { address: `192.0.2.${newId()}`, at: new Date() }).catch(() => undefined);

/** The orgs of the user after a login; undefined if the login is refused. */
async function login(username: string, password: string): Promise<string[] | undefined> {
  return (await enter(username, password))?.user.orgs.map(({ id }) => id).sort();
}

/** Active org after a login with the owner's password. */
const home = async (username: string) => (await enter(username, OWN))?.user.org_id;
const sessionOf = async (username: string) => String(decodeJwt((await enter(username, OWN))?.access_token ?? '').sid);

const told = async () => (await scene.identity.revocations.page(new Date(0))).changes;
/**
 * True if a revocation without keys names the session. Sessions that a revocation names with a membership do not end.
 */
const isEnded = async (sid: string) =>
  (await told()).some(({ keys, sessions }) => keys.length === 0 && sessions.includes(sid));
/** The orgs whose membership of this user the gateways read again. */
async function changedMemberships(userId: string): Promise<string[]> {
  const keys = (await told()).flatMap(({ keys }) => keys.flatMap((key) => membershipOf(key) ?? []));
  return keys.filter((one) => one.userId === userId).map(({ orgId }) => orgId);
}

const room = () => passwordRoom(scene.identity);

/** Sets the owner's password by a mailed link. */
async function reset(userId: string, mailedTo: string): Promise<void> {
  const token = newId();
  const link = { userId, mailedTo, tokenHash: tokenHash(token), expiresAt: later(60_000) };
  await scene.identity.store.transaction((session) => scene.resets.saveLink(link, session));
  await room().reset(token, OWN);
}
/** Sets a password as `changePassword` does. */
async function change(userId: string, password: string): Promise<void> {
  const hash = await scene.identity.passwords.hash(password);
  const { users, store } = scene.identity;
  await store.transaction((session) => users.changePassword(userId, hash, new Date(), session));
}

/** The user or invitation with this email in the caller's org. */
async function entryOf(email: string, caller: Who) {
  const query = { page: 1, limit: 10, sort: '-created_at', search: email };
  return (await scene.users.listUsers({ query }, caller)).data[0];
}

test.each([
  ['password', { password: KNOWN }],
  ['email', { email: 'mallory@evil.example' }],
])('the %s of a user who has another org is refused, though that place is inactive', async (_what, patch) => {
  const user = aUser({ password: OWN });
  await added(scene.users, user, alice);
  const { id } = await scene.joined(user, mallory, OWN);
  await scene.joined(user, alice);
  await update(id, { is_active: false }, alice);
  expect(await refusal(update(id, patch, mallory))).toBe('insufficient_permissions');
  expect(await refusal(update(id, patch, alice))).toBe('insufficient_permissions');
  expect(await login(user.email, KNOWN)).toBeUndefined();
});

test('an invitation takes the admin of the sole org nothing', async () => {
  const user = aUser({ password: OWN });
  const { id } = await added(scene.users, user, alice);
  await added(scene.users, { ...user, role: 'admin' }, mallory);
  await update(id, { password: 'another by alice' }, alice);
  expect(await login(user.email, 'another by alice')).toEqual([orgOf(alice)]);
});

test('a record that was read may be sent back, also of a user who has another org', async () => {
  const user = aUser({ password: OWN });
  await added(scene.users, user, alice);
  const { id } = await scene.joined(user, mallory, OWN);
  await scene.joined(user, alice);
  const written = await update(id, { email: user.email, role: 'staff', is_active: true }, mallory);
  expect(written.record).toMatchObject({ email: user.email });
});

test('an invited user keeps its password and its orgs', async () => {
  const user = aUser({ password: OWN });
  await added(scene.users, user, alice);
  await added(scene.users, { ...user, password: KNOWN, role: 'admin' }, mallory);
  expect(await login(user.email, KNOWN)).toBeUndefined();
  expect(await login(user.email, OWN)).toEqual([orgOf(alice)]);
});

test('whoever made an account beforehand does not come into the org that invites it', async () => {
  const victim = aUser({ password: KNOWN });
  const { id } = await added(scene.users, victim, mallory);
  const invited = await added(scene.users, { ...victim, role: 'admin' }, alice);
  expect(invited).toMatchObject({ is_pending: true });
  expect(invited.id).not.toBe(id);
  await change(id, 'another one by mallory');
  expect(await login(victim.email, 'another one by mallory')).toEqual([orgOf(mallory)]);
});

test('the owner of the mailbox comes to the org that it accepted, and to no other before it agrees', async () => {
  const victim = aUser({ password: KNOWN, role: 'admin' });
  const { id } = await added(scene.users, victim, mallory);
  await scene.joined(victim, alice, OWN);
  expect(await login(victim.email, KNOWN)).toBeUndefined();
  expect(await login(victim.email, OWN)).toEqual([orgOf(alice)]);
  expect(await refusal(scene.users.getUser({ id }, mallory))).toBe('not_found');
  const pending = await entryOf(victim.email, mallory);
  expect(pending).toMatchObject({ is_pending: true, role: 'admin' });
  expect((await scene.events(orgOf(mallory))).slice(-2)).toMatchObject([
    { type: 'user.deleted', data: { id } },
    { type: 'user.created', data: { id: pending?.id, is_pending: true } },
  ]);
  const [token, ...others] = await scene.invitations(victim.email);
  expect(others).toEqual([]);
  await scene.accept(token ?? '');
  expect(await login(victim.email, OWN)).toEqual([orgOf(alice), orgOf(mallory)].sort());
  expect(await home(victim.email)).toBe(orgOf(alice));
});

test('a place that was accepted stays, whoever sets a password later', async () => {
  const user = aUser();
  await scene.joined(user, alice, OWN);
  const { id = '' } = (await entryOf(user.email, alice)) ?? {};
  await update(id, { password: KNOWN }, alice);
  await reset(id, user.email);
  expect(await login(user.email, OWN)).toEqual([orgOf(alice)]);
});

test('the last admin of an org stays it, and acts by default where it has agreed to be', async () => {
  const victim = aUser({ password: KNOWN, role: 'admin' });
  await added(scene.users, victim, mallory);
  await scene.users.deleteUser({ id: mallory.context.principal.id }, mallory);
  await scene.joined(victim, alice, OWN);
  expect(await login(victim.email, OWN)).toEqual([orgOf(alice), orgOf(mallory)].sort());
  expect(await home(victim.email)).toBe(orgOf(alice));
});

test('the last admin of an org that it never agreed to acts there only when it names the org', async () => {
  const victim = aUser({ password: KNOWN, role: 'admin' });
  const { id } = await added(scene.users, victim, mallory);
  await update(mallory.context.principal.id, { role: 'staff' }, mallory);
  expect((await enter(victim.email, KNOWN))?.user.org_id).toBe(orgOf(mallory));
  await reset(id, victim.email);
  expect(await login(victim.email, OWN)).toEqual([orgOf(mallory)]);
  expect(await home(victim.email)).toBe('');
});

test('who gives an account of its own the email of somebody else gains nothing', async () => {
  const own = aUser();
  await scene.joined(own, mallory, OWN);
  const { id = '' } = (await entryOf(own.email, mallory)) ?? {};
  const email = `${newId()}@victim.example`;
  await update(id, { email }, mallory);
  expect(await added(scene.users, aUser({ email }), alice)).toMatchObject({ is_pending: true });
  expect(await refusal(reset(id, own.email))).toBe('validation_failed');
  expect(await login(email, OWN)).toEqual([orgOf(mallory)]);
  await scene.accept((await scene.invitations(email))[0] ?? '', 'of the victim alone');
  expect(await login(email, 'of the victim alone')).toEqual([orgOf(alice)]);
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
  await reset(id, victim.email);
  expect(await refusal(founding())).toBe('nothing');
});

test('an admin who sets its own password founds orgs as before, but not by an email that is not proven', async () => {
  const founding = (caller: Who) => scene.orgs.createOrg({ org: { name: 'New' } }, caller);
  await update(alice.context.principal.id, { password: OWN }, alice);
  expect(await refusal(founding(alice))).toBe('nothing');
  await update(mallory.context.principal.id, { email: `${newId()}@example.com` }, mallory);
  await expect(founding(mallory)).rejects.toMatchObject({
    code: 'insufficient_permissions',
    message: expect.stringContaining('set without a link that was mailed to you'),
  });
});

test('who knows the password of an admin founds nothing as that admin by setting another', async () => {
  const victim = aUser({ role: 'admin', password: KNOWN });
  const { id } = await added(scene.users, victim, mallory);
  const asVictim = as(mallory, { id });
  await update(id, { password: 'another one by mallory' }, asVictim);
  expect(await refusal(scene.orgs.createOrg({ org: { name: 'New' } }, asVictim))).toBe('insufficient_permissions');
  await update(id, { email: `${newId()}@example.com` }, asVictim);
  expect(await refusal(scene.orgs.createOrg({ org: { name: 'New' } }, asVictim))).toBe('insufficient_permissions');
});

test('what an org does with a membership ends no session, until nothing is left', async () => {
  const user = aUser();
  const { id } = await scene.joined(user, alice, OWN);
  await scene.joined(user, mallory);
  const sid = await sessionOf(user.email);
  await update(id, { role: 'admin' }, mallory);
  await update(id, { is_active: false }, mallory);
  await scene.users.deleteUser({ id }, mallory);
  expect(await isEnded(sid)).toBe(false);
  expect(await changedMemberships(id)).toEqual(Array(5).fill(orgOf(mallory)).with(0, orgOf(alice)));
  await update(id, { is_active: false }, alice);
  expect(await isEnded(sid)).toBe(true);
});

test('an acceptance and a password by the admin at once: the place is open, and the password the owner\u2019s', async () => {
  const user = aUser({ password: KNOWN });
  const { id } = await added(scene.users, user, mallory);
  await added(scene.users, user, alice);
  const [token = ''] = await scene.invitations(user.email);
  await Promise.all([scene.accept(token, OWN), refusal(update(id, { password: 'mallory again' }, mallory))]);
  expect(await login(user.email, 'mallory again')).toBeUndefined();
  expect(await login(user.email, OWN)).toEqual([orgOf(alice)]);
});
