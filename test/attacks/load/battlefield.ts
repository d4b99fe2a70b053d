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

export async function prepare(system: System, honestCallers: number): Promise<Workplace> {
  const admin = await system.login();
  const { org_id } = await system.json<{ org_id: string }>(admin, 'GET', '/api/v1/auth/me');
  const clients = Array.from({ length: SEEDED_CLIENTS }, (_, index) => `Client ${index},DE,1000,EUR`);
  await system.importCsv(admin, 'clients', ['name,country,maxAccountValue,currency', ...clients]);
  const honestKeys = [];
  for (let index = 0; index < honestCallers; index++) {
    const scopes = ['read:*', 'write:clients'];
    honestKeys.push(await makeKey(system, admin, { org_id, name: `Honest ${index}`, scopes }));
  }
  const { data } = await system.json<{ data: [{ id: string }] }>(admin, 'GET', '/api/v1/clients?limit=1');
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
  const { id: org_id } = await system.json<{ id: string }>(admin, 'POST', '/api/v1/orgs', { name });
  const login = { email: `${name}@example.com`, password: PASSWORD };
  await system.json(admin, 'POST', '/api/v1/users', { ...login, role: 'admin' }, { 'x-org-id': org_id });
  const token = await system.login(login);
  const webhook = { url: DEAD_ENDPOINT, events: ['client.created'] };
  for (let made = 0; made < webhooks; made++) await system.json(token, 'POST', '/api/v1/webhooks', webhook);
  return { token, powerlessKey: await makeKey(system, token, { org_id, name: 'Powerless', scopes: [] }) };
}

const makeKey = async (system: System, token: string, fields: object): Promise<string> =>
  (await system.json<{ key: string }>(token, 'POST', '/api/v1/api-keys', fields)).key;
