import { beforeEach, expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import { passwordRoom, tokenOf } from '../password-resets/support.ts';
import { now } from '../support.ts';
import { added, aUser, openScene, refusal, type Who } from './scene.ts';

const BY_ADMIN = 'what the admin has chosen';
const OWN = 'what only the owner knows';

const scene = await openScene();
const room = passwordRoom(scene.identity);
let admin: Who;
beforeEach(async () => {
  admin = await scene.anOrg();
});

const update = (id: string, patch: Record<string, unknown>) =>
  scene.users.updateUser({ id, patch, fields: Object.keys(patch) }, admin);

/** Creates a user, and mails a link to the user. Returns the token of the link. */
async function mailed(user = aUser({ password: OWN })) {
  const { id, email } = await added(scene.users, user, admin);
  await room.request(email, 0);
  await room.writeMails(now);
  const mail = (await room.written()).find(({ to }) => to === email);
  return { id, email, token: tokenOf(mail ?? { text: '' }) };
}

const ending: [string, (id: string) => Promise<unknown>][] = [
  ['a password by the admin', (id) => update(id, { password: BY_ADMIN })],
  ['another email', (id) => update(id, { email: `${newId()}@example.com` })],
  ['being disabled', (id) => update(id, { is_active: false })],
  ['being removed', (id) => scene.users.deleteUser({ id }, admin)],
];

test.each(ending)('a mailed link ends with %s', async (_what, end) => {
  const { id, token } = await mailed();
  await end(id);
  expect(await refusal(room.reset(token, 'something else altogether'))).toBe('validation_failed');
  expect(await scene.identity.store.connection.collection('reset_links').countDocuments({ userId: id })).toBe(0);
});

test.each([{ role: 'admin' }, { user_metadata: '{"desk":1}' }])('and not with %j', async (patch) => {
  const { id, token } = await mailed();
  await update(id, patch);
  expect(await refusal(room.reset(token, 'something else altogether'))).toBe('nothing');
});

test('nor with what another org does to a place of the user', async () => {
  const { id, email, token } = await mailed();
  const elsewhere = await scene.anOrg();
  const invitation = await added(scene.users, aUser({ email }), elsewhere);
  await scene.users.deleteUser({ id: invitation.id }, elsewhere);
  expect((await update(id, { role: 'admin' })).record).toMatchObject({ role: 'admin' });
  expect(await refusal(room.reset(token, 'something else altogether'))).toBe('nothing');
});

test('a password by the admin is in the audit log, with the admin and without the password', async () => {
  const { id: adminId, orgId } = admin.context.principal;
  const { id } = await added(scene.users, aUser({ password: OWN }), admin);
  await update(id, { role: 'admin' });
  const logged = async () => (await scene.identity.log.list(orgId, { page: 1, limit: 10, sort: '-at' })).data;
  expect(await logged()).toEqual([]);
  await update(id, { password: BY_ADMIN });
  const entry = { action: 'user.password_set', actor: `user:${adminId}`, recordId: id, changed: ['password'] };
  expect(await logged()).toMatchObject([entry]);
  expect(JSON.stringify(await logged())).not.toContain(BY_ADMIN);
});
