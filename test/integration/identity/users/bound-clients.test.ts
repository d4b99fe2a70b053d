import { beforeEach, describe, expect, test } from '@jest/globals';
import { added, as, aUser, openScene, refusal, type Who } from './scene.ts';

const scene = await openScene();
let admin: Who;
beforeEach(async () => {
  admin = await scene.anOrg();
});

const targets = ['client:c1'];
const release = async (caller = admin, named = targets, fence = 1) =>
  (await scene.releases.releaseRecords({ targets: named, fence }, caller)).users;
const keep = () => scene.releases.keepRecords({ targets, fence: 1 }, admin);
const bound = (client_id = 'c1') => ({ ...aUser({ role: 'client' }), client_id });
const bind = (id: string, client_id: string | null = 'c1', who = admin) =>
  scene.users.updateUser({ id, patch: { role: 'client', client_id }, fields: ['role', 'client_id'] }, who);

describe('a client that users are bound to', () => {
  test('is not released; they are named by their ids', async () => {
    const users = [await added(scene.users, bound(), admin), await added(scene.users, bound(), admin)];
    const named = await release();
    expect(named).toHaveLength(2);
    expect(named).toEqual(expect.arrayContaining(users.map(({ id }) => ({ kind: 'user', name: id }))));
  });

  test('is not released while the only one is inactive, and is when that one is bound to it no more', async () => {
    const { id } = await added(scene.users, { ...bound(), is_active: false }, admin);
    expect(await release()).toEqual([{ kind: 'user', name: id }]);
    await bind(id, 'c2');
    expect(await release()).toEqual([]);
  });

  test('is released in another org, and so are other clients', async () => {
    await added(scene.users, bound(), admin);
    expect(await release(await scene.anOrg())).toEqual([]);
    expect(await release(admin, ['client:c2'])).toEqual([]);
  });

  test('takes further users', async () => {
    await added(scene.users, bound(), admin);
    await release();
    await added(scene.users, bound(), admin);
    expect(await release()).toHaveLength(2);
  });
});

/** A caller with a short deadline. A new reference to a target that is being deleted waits until the deadline. */
const hurried = (who: Who): Who => ({ ...who, deadline: Date.now() + 1_500 }) as Who;

describe('a client that was released', () => {
  test('takes no user, neither a new one nor one that was there', async () => {
    const { id } = await added(scene.users, aUser(), admin);
    await release();
    expect(await refusal(added(scene.users, bound(), hurried(admin)))).toBe('conflict');
    expect(await refusal(bind(id, 'c1', hurried(admin)))).toBe('conflict');
  });

  test('is released to one at a time of a product that numbers no reservations', async () => {
    await release(admin, targets, 0);
    expect(await refusal(release())).toBe('conflict');
    expect(await refusal(release(admin, targets, 0))).toBe('conflict');
  });

  test('takes users again when it is kept', async () => {
    await release();
    await keep();
    await added(scene.users, bound(), admin);
    expect(await release(admin, targets, 2)).toHaveLength(1);
  });

  test('never has a user, however the two meet', async () => {
    const meet = async () => {
      const who = await scene.anOrg();
      const [users, binding] = await Promise.all([release(who), refusal(added(scene.users, bound(), hurried(who)))]);
      return `${users.length === 0 ? 'released' : 'in use'}, ${binding === 'nothing' ? 'bound' : 'refused'}`;
    };
    expect(await Promise.all(Array.from({ length: 10 }, meet))).not.toContain('released, bound');
  }, 30_000);
});

test('product asks on behalf of staff and of keys, and nobody on behalf of clients', async () => {
  const staff = as(admin, { role: 'staff' });
  expect(await release(staff, ['client:c1'])).toEqual([]);
  const key = as(admin, { kind: 'key', role: 'staff', scopes: ['delete:clients'] });
  expect(await release(key, ['client:c2'])).toEqual([]);
  expect(await refusal(release(as(admin, { role: 'client', clientId: 'c1' })))).toBe('insufficient_permissions');
});
