import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { Instance, type Login } from './instance.ts';
import { mailedToken } from './mail.ts';
import { SHARED_SETTINGS, type Whereabouts } from './shared-system.ts';
import { startSystem } from './system.ts';

/** A new org in a system that other tests use too. `admin`: the admin of this org. */
export class Tenant extends Instance {
  readonly orgId: string;
  readonly name: string;
  readonly #admin: Login;
  readonly #leave: () => Promise<unknown>;

  constructor({ dataDir, databasePrefix, leave }: Shared, org: { id: string; name: string }, admin: Login) {
    super(dataDir, databasePrefix);
    this.#leave = leave;
    this.orgId = org.id;
    this.name = org.name;
    this.#admin = admin;
  }

  override get admin(): Login {
    return this.#admin;
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#leave();
  }
}

interface Shared extends Whereabouts {
  leave(): Promise<unknown>;
}

/**
 * Systems that share a broker receive each other's events. If the test run has one broker for all systems, each test
 * file starts its own system, and only one runs at a time.
 */
async function findSystem(): Promise<Shared> {
  if (process.env.SYSTEM_NATS_URL) {
    const system = await startSystem({ env: SHARED_SETTINGS });
    const { dataDir, databasePrefix } = system;
    return { dataDir, databasePrefix, leave: () => system.stop() };
  }
  const url = String(process.env.SHARED_SYSTEM_URL);
  const leave = () => fetch(url, { method: 'DELETE' });
  const response = await fetch(url);
  if (!response.ok) {
    await leave();
    throw new Error(await response.text());
  }
  return { ...((await response.json()) as Whereabouts), leave };
}

/** The org of a test file, and an access token of its admin. */
interface OwnOrg {
  system: Tenant;
  token: string;
}

/** Opens a new org before the tests of the file, and closes it after them. */
export function ownOrg(): OwnOrg {
  const org = {} as OwnOrg;
  beforeAll(async () => {
    org.system = await openTenant();
    org.token = await org.system.login();
  }, 120_000);
  afterAll(() => org.system?.close(), 60_000);
  return org;
}

/** Opens a new org, for test files that need no special settings and do not kill processes. */
export async function openTenant(): Promise<Tenant> {
  const system = await findSystem();
  const operator = new Instance(system.dataDir, system.databasePrefix);
  try {
    return await newTenant(system, operator);
  } catch (error) {
    await system.leave();
    throw error;
  } finally {
    await operator.close();
  }
}

async function newTenant(system: Shared, operator: Instance): Promise<Tenant> {
  const token = await operator.login();
  const post = (path: string, body: object, org = '') =>
    operator.json<{ id: string }>(token, 'POST', path, body, { 'x-org-id': org });
  const name = `Mill ${randomUUID().slice(0, 8)}`;
  const [email, password] = [`${name.toLowerCase().replace(' ', '-')}@example.com`, 'brown bobbins turn slowly'];
  const { id } = await post('/api/v1/orgs', { name });
  await post('/api/v1/users', { email, role: 'admin' }, id);
  // A user can only create orgs after choosing the password, so the admin is created by invitation.
  const mailed = await mailedToken(operator, email, 'accept-invitation');
  await post('/api/v1/auth/accept-invitation', { token: mailed, password });
  return new Tenant(system, { id, name }, { email, password });
}
