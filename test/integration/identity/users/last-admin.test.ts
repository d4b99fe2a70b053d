import { beforeEach, expect, test } from '@jest/globals';
import { added, aUser, openScene, refusal, type Who } from './scene.ts';

const scene = await openScene();
let admin: Who;
let own: string;
beforeEach(async () => {
  admin = await scene.anOrg();
  own = admin.context.principal.id;
});

const update = (id: string, patch: Record<string, unknown>) =>
  scene.users.updateUser({ id, patch, fields: Object.keys(patch) }, admin);

const leaving: [string, (id: string) => Promise<unknown>][] = [
  ['demoted', (id) => update(id, { role: 'staff' })],
  ['disabled', (id) => update(id, { is_active: false })],
  ['removed', (id) => scene.users.deleteUser({ id }, admin)],
];

test.each(leaving)('the last admin is not %s', async (_how, leave) => {
  await added(scene.users, aUser(), admin);
  expect(await refusal(leave(own))).toBe('conflict');
  expect((await scene.users.getUser({ id: own }, admin)).record).toMatchObject({ role: 'admin', is_active: true });
});

test.each(leaving)('an admin who leaves another behind is %s', async (_how, leave) => {
  await added(scene.users, aUser({ role: 'admin', password: 'mill wheels turn slowly' }), admin);
  expect(await refusal(leave(own))).toBe('nothing');
});

test.each([
  ['inactive', { is_active: false, password: 'mill wheels turn slowly' }],
  ['pending', {}],
  ['staff', { role: 'staff' as const, password: 'mill wheels turn slowly' }],
])('who is %s is no admin left behind', async (_what, fields) => {
  await added(scene.users, aUser({ role: 'admin', ...fields }), admin);
  expect(await refusal(update(own, { role: 'staff' }))).toBe('conflict');
});

test.each(leaving)(
  'of two admins who are %s at once, one stays',
  async (_how, leave) => {
    for (let round = 0; round < 5; round++) {
      admin = await scene.anOrg();
      own = admin.context.principal.id;
      const other = await added(scene.users, aUser({ role: 'admin', password: 'mill wheels turn slowly' }), admin);
      const outcomes = await Promise.all([refusal(leave(own)), refusal(leave(other.id))]);
      expect(outcomes.sort()).toEqual(['conflict', 'nothing']);
    }
  },
  20_000,
);
