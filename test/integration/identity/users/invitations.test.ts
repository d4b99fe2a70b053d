import { beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { accountHandlers } from '../../../../services/identity/users/account-handlers.ts';
import { aCall, dump, logIn, now, writtenMails } from '../support.ts';
import { added, aUser, openScene, refusal, type Who } from './scene.ts';

/** decisions 3: Invitations, as the invited person sees them. */
const OWN = 'what only the owner knows';

const scene = await openScene();
let alice: Who;
let other: Who;
beforeEach(async () => {
  [alice, other] = [await scene.anOrg(), await scene.anOrg()];
});

const orgOf = ({ context }: Who) => context.principal.orgId;
const login = async (username: string, password: string) =>
  (await logIn(scene.identity, username, password, { address: `192.0.2.${newId()}`, at: new Date() })).user;
const invite = (email: string, caller = alice) => added(scene.users, aUser({ email, role: 'admin' }), caller);
const links = () => scene.identity.store.connection.collection('invitation_links');

test('inviting again answers the same, and mails again after a minute', async () => {
  const email = `${newId()}@example.com`;
  const first = await invite(email);
  expect(await added(scene.users, aUser({ email, password: 'of no use whatever' }), alice)).toEqual(first);
  expect(await scene.invitations(email)).toHaveLength(1);
  await links().updateMany({ email }, { $set: { mailedAt: new Date(Date.now() - 60_001) } });
  expect(await invite(email)).toEqual(first);
  expect(await scene.invitations(email)).toHaveLength(1);
  expect((await scene.events(orgOf(alice))).filter(({ data }) => data.email === email)).toHaveLength(1);
});

test('inviting again many times at once mails once', async () => {
  const email = `${newId()}@example.com`;
  const first = await invite(email);
  await scene.invitations(email);
  await links().deleteMany({ email });
  const all = await Promise.all(Array.from({ length: 8 }, () => invite(email)));
  expect(all).toEqual(all.map(() => first));
  expect(await scene.invitations(email)).toHaveLength(1);
});

test('the owner of a new email sets a password by accepting, and without one nothing has happened', async () => {
  const email = `${newId()}@example.com`;
  const pending = await invite(email);
  const [token = ''] = await scene.invitations(email);
  const missing = { issues: [{ type: 'missing', loc: ['body', 'password'], msg: 'Field required' }] };
  await expect(scene.accept(token)).rejects.toMatchObject(missing);
  expect(await refusal(scene.accept(token, 'password1234'))).toBe('validation_failed');
  expect(await scene.accept(token, OWN)).toEqual({ orgName: 'Mill', passwordSet: true });
  expect(await login(email, OWN)).toMatchObject({ role: 'admin', org_id: orgOf(alice) });
  expect(await refusal(scene.accept(token, OWN))).toBe('validation_failed');
  expect(await refusal(scene.users.getUser({ id: pending.id }, alice))).toBe('not_found');
  const logged = (await scene.identity.log.list(orgOf(alice), { page: 1, limit: 10, sort: '-at' })).data;
  expect(logged.map(({ action }) => action)).toContain('user.invitation_accepted');
});

test('an acceptance is told as done, and to the gateways, when there is an outage right after it', async () => {
  const email = `${newId()}@example.com`;
  await invite(email);
  const [token = ''] = await scene.invitations(email);
  const { orgs, access } = scene.identity;
  const read = orgs.names;
  const names = jest.spyOn(orgs, 'names').mockImplementation(async (ids, session) => {
    if (!session) throw new AppError('upstream_unavailable', 'The database is unavailable');
    return read(ids, session);
  });
  const announce = jest.spyOn(access, 'announce');
  try {
    expect(await scene.accept(token, OWN)).toEqual({ orgName: 'Mill', passwordSet: true });
    expect(announce).toHaveBeenCalledTimes(1);
  } finally {
    names.mockRestore();
    announce.mockRestore();
  }
});

test('who has a password keeps it, whatever it sends', async () => {
  const user = aUser();
  await scene.joined(user, other, OWN);
  await invite(user.email);
  const [token = ''] = await scene.invitations(user.email);
  expect(await scene.accept(token, 'something else altogether')).toMatchObject({ passwordSet: false });
  expect((await login(user.email, OWN)).orgs.map(({ id }) => id)).toEqual([orgOf(other), orgOf(alice)]);
});

test('who loses its password just then gets the one that it has sent', async () => {
  const { email, ...fields } = aUser();
  const { id } = await scene.joined({ email, ...fields }, other, OWN);
  await invite(email);
  const [token = ''] = await scene.invitations(email);
  const { findByEmail } = scene.identity.users;
  jest.spyOn(scene.identity.users, 'findByEmail').mockImplementationOnce(async (wanted) => {
    const user = await findByEmail(wanted);
    await scene.users.updateUser({ id, patch: { password: 'what an admin has set' }, fields: ['password'] }, other);
    return user;
  });
  expect(await scene.accept(token, 'another fine passphrase')).toEqual({ orgName: 'Mill', passwordSet: true });
  expect((await login(email, 'another fine passphrase')).orgs.map((org) => org.id)).toContain(orgOf(alice));
});

test('a link is good for 7 days, once, and not for an invitation that was withdrawn or set inactive', async () => {
  const email = `${newId()}@example.com`;
  const { id } = await invite(email);
  const [token = ''] = await scene.invitations(email);
  const [link] = await links().find({ email }).toArray();
  expect(link?.expiresAt.getTime() - link?.mailedAt.getTime()).toBe(7 * 86_400_000);
  await scene.users.updateUser({ id, patch: { is_active: false }, fields: ['is_active'] }, alice);
  expect(await refusal(scene.accept(token, OWN))).toBe('validation_failed');
  await scene.users.deleteUser({ id }, alice);
  expect(await refusal(scene.accept(token, OWN))).toBe('validation_failed');
  await invite(email);
  const both = await Promise.all([refusal(scene.accept(token, OWN)), refusal(scene.accept(token, OWN))]);
  expect(both.sort()).toEqual(['nothing', 'validation_failed']);
  await invite(email, other);
  await links().updateMany({ email }, { $set: { expiresAt: now } });
  expect(await refusal(scene.accept((await scene.invitations(email))[0] ?? '', OWN))).toBe('validation_failed');
});

test('two orgs that invite one email are accepted at once: one account with both', async () => {
  const email = `${newId()}@example.com`;
  for (const caller of [alice, other]) await invite(email, caller);
  const tokens = await scene.invitations(email);
  await Promise.all(tokens.map((token) => scene.accept(token, OWN)));
  expect((await login(email, OWN)).orgs).toHaveLength(2);
});

test('a user with invitations alone logs in and is nobody anywhere; without any it is refused', async () => {
  const user = aUser();
  const { id } = await scene.joined(user, other, OWN);
  const pending = await invite(user.email);
  await scene.users.deleteUser({ id }, other);
  expect(await login(user.email, OWN)).toMatchObject({ role: '', org_id: '', orgs: [], client_id: null });
  await scene.users.deleteUser({ id: pending.id }, alice);
  await expect(login(user.email, OWN)).rejects.toMatchObject({ code: 'invalid_credentials' });
});

test('of an invitation only who has proved the mailbox hears', async () => {
  const [own, foreign] = [aUser(), aUser({ password: OWN })];
  const [owner, registered] = [await scene.joined(own, other, OWN), await added(scene.users, foreign, other)];
  const ask = async ({ id }: { id: string }) => {
    const principal = { kind: 'user', id, orgId: orgOf(other), role: 'staff' } as const;
    const request = { id, org_id: orgOf(alice) };
    return accountHandlers(scene.identity)
      .GetUser.answer(request, aCall(principal))
      .catch((error) => error.message);
  };
  const uninvited = await ask(registered);
  expect(await ask(owner)).toBe(uninvited);
  for (const { email } of [own, foreign]) await invite(email);
  expect(await ask(owner)).toContain('an invitation to this org waits');
  expect(await ask(registered)).toBe(uninvited);
  // The user's last membership is removed. The remaining invitation does not allow a login either.
  await scene.users.deleteUser({ id: registered.id }, other);
  expect(await refusal(login(foreign.email, OWN))).toBe('invalid_credentials');
  expect(await scene.identity.users.findByEmail(foreign.email)).toBeUndefined();
  const [token = ''] = await scene.invitations(foreign.email);
  expect(await scene.accept(token, OWN)).toMatchObject({ passwordSet: true });
});

test('an invited admin does not count as the last', async () => {
  await invite(`${newId()}@example.com`);
  expect(await refusal(scene.users.deleteUser({ id: alice.context.principal.id }, alice))).toBe('conflict');
});

test('the mail names the org, and the token is kept nowhere in the clear', async () => {
  const email = `${newId()}@example.com`;
  await invite(email);
  const stored = await dump(scene.identity.store);
  const mail = (await writtenMails(scene.identity)).find(({ to }) => to === email);
  expect(mail?.text).toContain('    Mill\n');
  expect(stored).not.toContain(mail?.text.match(/#([\w-]{43})$/m)?.[1]);
});
