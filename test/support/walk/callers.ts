import { hasRole, type Role } from '#chassis/rpc/context.ts';
import { createForger, tamperedWith, unsigned } from '../access/forger.ts';
import { allBut, type Rule, rules } from '../access/table.ts';
import type { Instance } from '../system/instance.ts';
import type { Workshop } from './records.ts';

const PASSWORD = 'a passphrase for the whole cast';

export type Credentials = Record<string, string>;

/** The callers of operations besides the admin, whom the reference shows. */
export interface Callers {
  client: Credentials;
  staff: Credentials;
  /** An admin of another org. */
  stranger: Credentials;
  /** API keys by the one scope that they hold. */
  holding: Map<string, Credentials>;
  /** API keys by the scope that they lack; all others they hold. */
  lacking: Map<string, Credentials>;
  /** Holds every scope that there is. */
  mightyKey: Credentials;
  /** Holds none. */
  powerlessKey: Credentials;
  /** Credentials that are no good, by what is wrong with them. */
  worthless: Record<string, Credentials>;
}

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` });
const keyed = (key: string): Credentials => ({ 'x-api-key': key });

const isScoped = (rule: Rule): rule is readonly [Role, `${string}:${string}`] =>
  rule !== 'public' && rule[1].includes(':');

/** Makes them all over HTTP, as an operator would. */
export async function makeCallers(system: Instance, { make, orgId }: Workshop): Promise<Callers> {
  const member = async (name: string, fields: object, org = orgId) => {
    const user = { email: `${name}@example.com`, password: PASSWORD, ...fields };
    await make('users', user, 'POST', org);
    return bearer(await system.login(user));
  };
  const key = async (permissions: string[]) =>
    keyed((await make('api-keys', { org_id: orgId, name: 'caller', permissions })).key);
  const own = await make('clients', { name: 'Own', country: 'DE', maxAccountValue: 1, currency: 'EUR' });
  const elsewhere = await make('orgs', { name: 'Elsewhere' });
  const [holding, lacking] = [new Map<string, Credentials>(), new Map<string, Credentials>()];
  for (const scope of new Set(Object.values(rules).flatMap((rule) => (isScoped(rule) ? rule[1] : [])))) {
    holding.set(scope, await key([scope]));
    lacking.set(scope, await key(allBut(scope)));
  }
  const mightyKey = await key(['*:*', '*:webhooks', '*:events']);
  return {
    client: await member('client', { role: 'client', client_id: own.id }),
    staff: await member('staff', { role: 'staff' }),
    stranger: await member('stranger', { role: 'admin' }, elsewhere.id),
    ...{ holding, lacking, mightyKey, powerlessKey: await key([]) },
    // A session of its own: if one were let in, it could end it.
    worthless: await worthlessOf(system, await system.login(), mightyKey),
  };
}

async function worthlessOf(system: Instance, token: string, key: Credentials): Promise<Record<string, Credentials>> {
  const forger = await createForger(system);
  const now = Math.floor(Date.now() / 1000);
  const asReal = await system.fetch('/api/v1/auth/me', { headers: bearer(await forger.sign(token, {})) });
  if (asReal.status !== 200) throw new Error('A token of the forger is not taken for one of the system');
  return {
    none: {},
    expired: bearer(await forger.sign(token, { iat: now - 3700, exp: now - 100 })),
    tampered: bearer(tamperedWith(token)),
    'alg none': bearer(unsigned(token)),
    'wrong audience': bearer(await forger.sign(token, { aud: 'another-api' })),
    'wrong issuer': bearer(await forger.sign(token, { iss: 'another-issuer' })),
    'not a key': keyed(`${key['x-api-key']?.slice(0, -1)}_`),
    'a token and a key': { ...bearer(token), ...key },
  };
}

/** The callers that try an operation with this rule, by name, besides the admin and the stranger. */
export function callersFor(rule: Rule, callers: Callers): Record<string, Credentials> {
  if (rule === 'public') return { nobody: {} };
  const { client, staff, mightyKey, powerlessKey, holding, lacking, worthless } = callers;
  const keys = { mightyKey, powerlessKey };
  if (!isScoped(rule)) return { ...worthless, client, staff, ...keys };
  const [holder, lacker] = [holding.get(rule[1]) ?? {}, lacking.get(rule[1]) ?? {}];
  return { ...worthless, client, staff, ...keys, holder, lacker };
}

/** Whether the caller is let in, by the table: `in`, or the status of the refusal. */
export function expectedOf(rule: Rule, caller: string): string {
  if (rule === 'public') return 'in';
  const [least, scope] = rule;
  switch (caller) {
    case 'client':
    case 'staff':
    case 'admin':
      return hasRole(caller, least) ? 'in' : '403';
    case 'mightyKey':
      return scope === 'no key' ? '403' : 'in';
    case 'powerlessKey':
      return scope === 'any key' ? 'in' : '403';
    case 'holder':
      return 'in';
    case 'lacker':
    case 'stranger in the org':
      return '403';
    default:
      return '401';
  }
}
