import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '../../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../../support/webhooks.ts';

/** The org of the honest callers. */
export interface Workplace {
  /** `https://127.0.0.1:<port>`. The certificate is for `localhost`. */
  url: string;
  ca: string;
  /** API keys, one for each honest caller. */
  honestKeys: string[];
  /** Id of a client that the honest callers may read. */
  knownClient: string;
}

/** A hostile org in the same system. */
export interface Hostile {
  /** Access token of an admin. */
  token: string;
  /** An API key without scopes. */
  powerlessKey: string;
}

/** The honest org and the hostile org. */
export interface Battlefield extends Workplace {
  hostile: Hostile;
}

/** Settings of the system. All other limits have their defaults. */
export const SETTINGS = { ...LOCAL_RECEIVERS, RATE_LIMIT_ANONYMOUS: '60' };

const SEEDED_CLIENTS = 1_000;
/** The maximum number of webhooks in an org. No process listens at their port. */
export const WEBHOOKS = 100;
const DEAD_ENDPOINT = 'http://127.0.0.1:9/';
const PASSWORD = 'tweed-hopsack-91-serge';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

export async function prepare(system: System, honestCallers: number): Promise<Workplace> {
  const admin = await system.login();
  const inHonest = caller(system, admin);
  const { org_id: honestOrg } = await inHonest<{ org_id: string }>('GET', '/api/v1/auth/me');
  await seedClients(system, admin, SEEDED_CLIENTS);
  const honestKeys = [];
  for (let index = 0; index < honestCallers; index++) {
    const scopes = ['read:*', 'write:clients'];
    honestKeys.push(await makeKey(inHonest, { org_id: honestOrg, name: `Honest ${index}`, scopes }));
  }
  const { data } = await inHonest<{ data: [{ id: string }] }>('GET', '/api/v1/clients?limit=1');
  const { url } = system.run.gateway;
  return {
    url: url.replace('localhost', '127.0.0.1'),
    ca: readFileSync(join(system.dataDir, 'tls', 'ca.pem'), 'utf8'),
    honestKeys,
    knownClient: data[0].id,
  };
}

/** Creates an org with the admin `<name>@example.com`, and `webhooks` webhooks to the dead endpoint. */
export async function prepareHostile(system: System, name: string, webhooks = 0): Promise<Hostile> {
  const admin = await system.login();
  const { id } = await caller(system, admin)<{ id: string }>('POST', '/api/v1/orgs', { name });
  const email = `${name}@example.com`;
  await caller(system, admin, id)('POST', '/api/v1/users', { email, password: PASSWORD, role: 'admin' });
  const token = await system.login({ email, password: PASSWORD });
  const inHostile = caller(system, token);
  const powerlessKey = await makeKey(inHostile, { org_id: id, name: 'Powerless', scopes: [] });
  for (let made = 0; made < webhooks; made++) {
    await inHostile('POST', '/api/v1/webhooks', { org_id: id, url: DEAD_ENDPOINT, events: ['client.created'] });
  }
  return { token, powerlessKey };
}

const makeKey = async (call: Call, fields: object): Promise<string> =>
  (await call<{ key: string }>('POST', '/api/v1/api-keys', fields)).key;

/** Creates clients in the org of the token, in one import. */
export async function seedClients(system: System, token: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `Client ${index},DE,1000,EUR`);
  await system.importCsv(token, 'clients', ['name,country,maxAccountValue,currency', ...lines]);
}

function caller(system: System, token: string, orgId = ''): Call {
  return (method, path, body) => system.json(token, method, path, body, { 'x-org-id': orgId });
}
