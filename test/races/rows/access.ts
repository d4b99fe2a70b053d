import { deepStrictEqual, ok } from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { forEachCaller, type Made, type OrgApi, type Race, tally } from '../racing.ts';

/** Races between changes of users' rights and calls that need these rights. */

interface User extends Made {
  role: string;
}

const PASSWORD = 'mill wheels turn slowly';

/** Creates a second admin of the org, and logs in. */
async function secondAdmin(api: OrgApi): Promise<{ other: User; theirs: OrgApi }> {
  const email = `${api.fresh('admin').toLowerCase()}@races.example`;
  const other = await api.make<User>('/users', { email, role: 'admin', password: PASSWORD });
  return { other, theirs: await api.as({ email, password: PASSWORD }) };
}

const lastAdmin: Race = {
  rule: 'the last admin of an org',
  covers: ['last admin'],
  async prepare(api) {
    const { id: own } = await api.read<User>('/auth/me');
    const { other, theirs } = await secondAdmin(api);
    // Remove the founder of the org, who is also an admin.
    const { data: users } = await api.read<{ data: User[] }>('/users?limit=100');
    const others = users.filter(({ id, role }) => role === 'admin' && id !== own && id !== other.id);
    await Promise.all(others.map(({ id }) => api.remove(`/users/${id}`)));
    const demote = (id: string) => ({ method: 'PATCH', path: `/users/${id}`, body: { role: 'staff' } }) as const;
    return {
      calls: forEachCaller((index) => (index % 2 ? { ...demote(own), token: theirs.token } : demote(other.id))),
      async judge(answers) {
        const isDemoted = answers.some(({ code }, index) => index % 2 === 1 && code === undefined);
        const left = isDemoted ? theirs : api;
        const { data } = await left.read<{ data: User[] }>('/users?limit=100');
        const admins = data.filter(({ role }) => role === 'admin').map(({ id }) => id);
        ok(admins.length > 0, JSON.stringify(tally(answers)));
        deepStrictEqual(
          Object.keys(tally(answers)).filter(
            (code) => !['ok', 'conflict', 'insufficient_permissions', 'late'].includes(code),
          ),
          [],
        );
        await left.change(`/users/${own}`, { role: 'admin' });
        await eventually(() => api.has('/users?limit=1'));
        await api.remove(`/users/${other.id}`);
      },
    };
  },
};

const roleChange: Race = {
  rule: 'a change of a role and calls that it forbids',
  covers: ['role'],
  async prepare(api) {
    const { other, theirs } = await secondAdmin(api);
    const email = api.fresh('by').toLowerCase();
    return {
      calls: forEachCaller((index) =>
        index === 0
          ? { method: 'PATCH', path: `/users/${other.id}`, body: { role: 'staff' } }
          : {
              method: 'POST',
              path: '/users',
              body: { email: `${email}-${index}@races.example`, role: 'staff' },
              token: theirs.token,
            },
      ),
      async judge(answers) {
        deepStrictEqual(answers[0]?.code, undefined);
        const strange = answers.filter(({ code }) => code !== undefined && code !== 'insufficient_permissions');
        deepStrictEqual(strange, []);
        // Each gateway learns of the change within a second (decisions 3).
        await eventually(async () => {
          const late = await theirs.race(forEachCaller(() => ({ method: 'POST', path: '/users', body: {} })));
          return late.every(({ code }) => code === 'insufficient_permissions');
        });
        await api.remove(`/users/${other.id}`);
      },
    };
  },
};

export const accessRaces: readonly Race[] = [lastAdmin, roleChange];
