import { createHmac } from 'node:crypto';
import type { Api, Gateway } from './api.ts';
import { people } from './data/people.ts';

export interface Person {
  email: string;
  password: string;
  api: Api;
}

export type Team = Record<keyof typeof people, Person>;

/** Logs the season's people in. Adds missing people to the admin's org, as staff. */
export async function gatherTeam(gateway: Gateway, admin: Api, adminPassword: string): Promise<Team> {
  const gather = async ({ email, name }: { email: string; name: string }): Promise<Person> => {
    const password = passwordOf(email, adminPassword);
    const known = await admin.all<{ email: string }>('/api/v1/users', { search: email });
    if (known.length === 0) await admin.send('POST', '/api/v1/users', { email, name, role: 'staff', password });
    return { email, password, api: await gateway.login(email, password) };
  };
  const [merchandiser, headOfProduct] = [await gather(people.merchandiser), await gather(people.headOfProduct)];
  return { merchandiser, headOfProduct };
}

/** A person's password, derived from the admin's password. So it is the same at the next run, without being stored. */
function passwordOf(email: string, adminPassword: string): string {
  return createHmac('sha256', adminPassword).update(email).digest('base64url').slice(0, 20);
}
