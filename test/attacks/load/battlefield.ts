import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '../../support/system/system.ts';
import { LOCAL_RECEIVERS } from '../../support/webhooks.ts';

/** Where honest callers work, in an org of their own. */
export interface Workplace {
  /** `https://127.0.0.1:<port>`; its certificate is for `localhost`. */
  url: string;
  ca: string;
  /** An API key for each honest caller. */
  honestKeys: string[];
  /** The id of a client that they may read. */
  knownClient: string;
}

/** A hostile org of the same system. */
export interface Hostile {
  /** An admin's. */
  token: string;
  /** A key without scopes. */
  powerlessKey: string;
}

/** The honest org and the hostile org. */
export interface Battlefield extends Workplace {
  hostile: Hostile;
}

/** Settings of the system. Its limits are those that it ships with. */
export const SETTINGS = { ...LOCAL_RECEIVERS, RATE_LIMIT_ANONYMOUS: '60' };

const SEEDED_CLIENTS = 1_000;
/** As many as an org may have, to a port that nobody listens on. */
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

/** A further org, whose admin is `<name>@example.com`, with so many webhooks to a dead endpoint. */
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

/** In the org of the token, in one import. */
export async function seedClients(system: System, token: string, count: number): Promise<void> {
  const lines = Array.from({ length: count }, (_, index) => `Client ${index},DE,1000,EUR`);
  const response = await system.fetch('/api/v1/clients/import', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: ['name,country,maxAccountValue,currency', ...lines].join('\n'),
  });
  if (!response.ok) throw new Error(`import: ${response.status} ${await response.text()}`);
}

function caller(system: System, token: string, orgId = ''): Call {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'x-org-id': orgId, 'content-type': 'application/json' };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await system.fetch(path, { method, headers, ...json });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as never;
  };
}
