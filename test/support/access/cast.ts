import type { Role } from '#chassis/rpc/context.ts';
import type { Instance } from '../system/instance.ts';
import { allBut, rules } from './table.ts';

const PASSWORD = 'a passphrase for the whole cast';

/** Everybody who tries every route, and the records that are fought over. */
export interface Cast {
  /** Users of the org, by role. */
  users: Record<Role, Member>;
  /** An admin of another org. */
  stranger: Member;
  /** API keys by the one scope that they hold. */
  holding: Map<string, string>;
  /** API keys by the scope that they lack; all others they hold. */
  lacking: Map<string, string>;
  /** Holds every scope that there is. */
  mightyKey: string;
  /** Holds none. */
  powerlessKey: string;
  orgId: string;
  /** The records of the org, by the collection's path. */
  records: Record<string, string>;
  /** The client that the org's client user is bound to. */
  ownClient: string;
}

export interface Member {
  id: string;
  email: string;
  token: string;
}

/** Signs a user in, anew. */
export const signIn = (system: Instance, email: string) => system.login({ email, password: PASSWORD });

/** Makes them all over HTTP, as an operator would. */
export async function castOf(system: Instance): Promise<Cast> {
  const boss = await system.login();
  const post = (path: string, body: object, headers = {}) => postTo(system, boss, path, body, headers);
  const { org_id: orgId } = await read<{ org_id: string }>(system, boss, '/api/v1/auth/me');
  const member = async (name: string, fields: object, headers = {}): Promise<Member> => {
    const email = `${name}@example.com`;
    const { id } = await post('/api/v1/users', { email, password: PASSWORD, ...fields }, headers);
    return { id, email, token: await signIn(system, email) };
  };
  const key = async (permissions: string[]) =>
    String((await post('/api/v1/api-keys', { org_id: orgId, name: 'cast', permissions })).key);

  const clientOf = (name: string) =>
    post('/api/v1/clients', { name, country: 'DE', maxAccountValue: 1, currency: 'EUR' });
  const [own, foreign] = [await clientOf('Own'), await clientOf('Another')];
  const users = {
    client: await member('client', { role: 'client', client_id: own.id }),
    staff: await member('staff', { role: 'staff' }),
    admin: await member('admin', { role: 'admin' }),
  };
  const elsewhere = await post('/api/v1/orgs', { name: 'Elsewhere' });
  const stranger = await member('stranger', { role: 'admin' }, { 'x-org-id': elsewhere.id });
  const supplier = await post('/api/v1/suppliers', { name: 'Weavers' });
  const material = await post('/api/v1/materials', { name: 'Denim' });
  const style = await post('/api/v1/styles', { name: 'Parka', colors: ['navy'], sizes: ['S'] });
  const bom = await post('/api/v1/bom', { styleId: style.id });
  const order = await post('/api/v1/orders', { clientId: foreign.id });
  const deliveryNote = await post('/api/v1/delivery-notes', { salesOrderId: order.id });
  const invoice = await post('/api/v1/invoices', { invoiceNumber: 'I-1', salesOrderId: order.id });
  const purchases = '/api/v1/purchase-orders/direct-cost';
  const purchaseOrder = await post(purchases, { supplierId: supplier.id, currency: 'EUR' });
  const statement = await post('/api/v1/bank-statements', { accountNumber: 'PT50' });
  const account = await post('/api/v1/management-accounts', { code: '4000', name: 'Revenue' });
  const webhook = await post('/api/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  const unreachable = await post('/api/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['client.created'] });
  const tested = await post(`/api/v1/webhooks/${unreachable.id}/test`, {});
  const apiKey = await post('/api/v1/api-keys', { org_id: orgId, name: 'fought over' });
  const [holding, lacking] = [new Map<string, string>(), new Map<string, string>()];
  for (const scope of scopesInRules()) {
    holding.set(scope, await key([scope]));
    lacking.set(scope, await key(allBut(scope)));
  }
  return {
    ...{ users, stranger, holding, lacking, orgId },
    powerlessKey: await key([]),
    mightyKey: await key(['*:*', '*:webhooks', '*:events']),
    records: {
      '/api/v1/clients': foreign.id,
      '/api/v1/suppliers': supplier.id,
      '/api/v1/materials': material.id,
      '/api/v1/styles': style.id,
      '/api/v1/bom': bom.id,
      '/api/v1/orders': order.id,
      '/api/v1/delivery-notes': deliveryNote.id,
      '/api/v1/invoices': invoice.id,
      [purchases]: purchaseOrder.id,
      '/api/v1/bank-statements': statement.id,
      '/api/v1/management-accounts': account.id,
      '/api/v1/webhooks': webhook.id,
      '/api/v1/events': String(tested.event_id),
      '/api/v1/users': users.staff.id,
      '/api/v1/orgs': orgId,
      '/api/v1/api-keys': apiKey.id,
    },
    ownClient: own.id,
  };
}

function scopesInRules(): Set<string> {
  return new Set(Object.values(rules).flatMap((rule) => (rule === 'public' || !rule[1].includes(':') ? [] : rule[1])));
}

async function postTo(system: Instance, token: string, path: string, body: object, headers: Record<string, string>) {
  const response = await system.fetch(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`POST ${path}: ${response.status} ${answer}`);
  return JSON.parse(answer) as { id: string; key?: string; event_id?: string };
}

async function read<T>(system: Instance, token: string, path: string): Promise<T> {
  return (await system.call(token, 'GET', path)).json() as Promise<T>;
}
