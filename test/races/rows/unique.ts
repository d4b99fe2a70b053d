import { deepStrictEqual, ok } from 'node:assert/strict';
import { KEYS_PER_ORG } from '../../support/system/shared-system.ts';
import {
  CALLERS,
  type Call,
  expectOnly,
  forEachCaller,
  type Made,
  newClient,
  type OrgApi,
  type Race,
} from '../racing.ts';

/** Races for unique values, and for the maximum number of records in an org. */

interface Limited extends Made {
  is_active?: boolean;
}

interface List<One = Made> {
  data: One[];
}

/** Race for a value: one caller gets it, and all others get a conflict. */
function oneValue(covers: string, path: string, body: (api: OrgApi) => Promise<object> | object): Race {
  return {
    rule: `one ${covers} for two ${path.slice(1)}`,
    covers: [covers],
    async prepare(api) {
      const made = await body(api);
      return {
        calls: forEachCaller(() => ({ method: 'POST', path, body: made })),
        async judge(answers) {
          const counts = expectOnly(answers, 'conflict');
          deepStrictEqual(counts.ok, 1, JSON.stringify(counts));
        },
      };
    },
  };
}

/** Each caller gets a different number. */
function numbersOf(folder: string, path: string, body: (api: OrgApi) => Promise<object> | object): Race {
  return {
    rule: `numbers of ${path.slice(1)}`,
    covers: [`documentId of ${folder}`],
    async prepare(api) {
      const made = await body(api);
      return {
        calls: forEachCaller(() => ({ method: 'POST', path, body: made })),
        async judge(answers) {
          const { ok: done = 0 } = expectOnly(answers);
          const { data } = await api.read<List<Made & { documentId?: string }>>(`${path}?limit=100&sort=-createdAt`);
          ok(done > 0 && data.length >= done);
          deepStrictEqual(new Set(data.map(({ id, documentId = id }) => documentId)).size, data.length);
        },
      };
    },
  };
}

/** Number of records that the limit still allows at the start of the race. */
const FIT = 3;

/** `most`: the limit in the settings of the test system. */
function limitOf(resource: string, path: string, most: number, input: (orgId: string) => object): Race {
  async function all(api: OrgApi): Promise<Limited[]> {
    const pages = Array.from({ length: Math.ceil(most / 100) + 1 }, (_, page) => `${path}?limit=100&page=${page + 1}`);
    const found = await Promise.all(pages.map((page) => api.read<List<Limited> | Limited[]>(page)));
    // A list of API keys is a plain array, and each page contains all keys (interface).
    const records = new Map(found.flatMap((page) => ('data' in page ? page.data : page)).map((one) => [one.id, one]));
    return [...records.values()].filter(({ is_active: isActive }) => resource === 'Webhook' || isActive);
  }
  return {
    rule: `how many ${path.slice(1)} an org has`,
    covers: [`limit of ${resource}`],
    async prepare(api) {
      const body = input((await api.read<{ org_id: string }>('/auth/me')).org_id);
      const call: Call = { method: 'POST', path, body };
      const missing = async () => most - FIT - (await all(api)).length;
      // A busy machine may lose an answer. The records say whether that call took effect.
      for (let left = await missing(); left > 0; left = await missing()) {
        while (left > 0) {
          const calls = Array<Call>(Math.min(left, CALLERS)).fill(call);
          expectOnly(await api.race(calls), 'outcome_unknown');
          left -= calls.length;
        }
      }
      return {
        calls: forEachCaller(() => ({ method: 'POST', path, body })),
        async judge(answers) {
          const counts = expectOnly(answers, 'conflict');
          const now = await all(api);
          const isLate = answers.some((answer) => answer.isLate);
          ok(now.length === most || (now.length < most && isLate), `${now.length}: ${JSON.stringify(counts)}`);
          // Make room for the next race.
          for (const { id } of now.slice(0, FIT)) {
            if (resource === 'ApiKey') await api.make(`${path}/${id}/revoke`);
            else await api.remove(`${path}/${id}`);
          }
        },
      };
    },
  };
}

const sameKey: Race = {
  rule: 'one Idempotency-Key at all gateways',
  covers: ['idempotency key'],
  async prepare(api) {
    const name = api.fresh('Idempotent');
    const body = { name, country: 'PT', currency: 'EUR', maxAccountValue: 1 };
    const headers = { 'idempotency-key': name };
    return {
      calls: forEachCaller(() => ({ method: 'POST', path: '/clients', body, headers })),
      async judge(answers) {
        ok(Number(expectOnly(answers, 'idempotency_in_progress').ok) > 0);
        const { data } = await api.read<List>(`/clients?search=${name}`);
        deepStrictEqual([data.length, new Set(answers.flatMap(({ id }) => id ?? [])).size], [1, 1]);
      },
    };
  },
};

const sameEmail: Race = {
  rule: 'one email of two members',
  covers: ['email'],
  async prepare(api) {
    const email = `${api.fresh('race').toLowerCase()}@races.example`;
    return {
      calls: forEachCaller(() => ({ method: 'POST', path: '/users', body: { email, role: 'staff' } })),
      async judge(answers) {
        expectOnly(answers, 'conflict');
        const { data } = await api.read<List<{ email: string }>>('/users?limit=100&sort=-created_at');
        deepStrictEqual(data.filter((user) => user.email === email).length, 1);
      },
    };
  },
};

export const uniqueRaces: readonly Race[] = [
  oneValue('refId of styles', '/styles', (api) => ({ name: 'Parka', refId: api.fresh('R') })),
  oneValue('refId of materials', '/materials', (api) => ({ name: 'Twill', refId: api.fresh('R') })),
  oneValue('invoiceNumber of invoices', '/invoices', (api) => ({ invoiceNumber: api.fresh('N') })),
  oneValue('code of management-accounts', '/management-accounts', (api) => ({ code: api.fresh('K'), name: 'Costs' })),
  oneValue('number of bank-accounts', '/bank-accounts', (api) => ({ name: 'Main', accountNumber: api.fresh('B') })),
  numbersOf('styles', '/styles', () => ({ name: 'Parka' })),
  numbersOf('materials', '/materials', () => ({ name: 'Twill' })),
  numbersOf('orders', '/orders', async (api) => ({ clientId: (await newClient(api)).id })),
  numbersOf('boms', '/bom', async (api) => ({ styleId: (await api.make<Made>('/styles', { name: 'Parka' })).id })),
  numbersOf('purchase-orders', '/purchase-orders/direct-cost', async (api) => ({
    supplierId: (await api.make<Made>('/suppliers', { name: 'Mill', currency: 'EUR' })).id,
    items: [],
  })),
  numbersOf('bank-statements', '/bank-statements', (api) => ({ accountNumber: api.fresh('PT') })),
  numbersOf('delivery-notes', '/delivery-notes', async (api) => {
    const lineItems = [{ description: 'Goods', qty: CALLERS }];
    const ordered = { clientId: (await newClient(api)).id, lineItems, status: 'confirmed' };
    return { salesOrderId: (await api.make<Made>('/orders', ordered)).id };
  }),
  limitOf('Webhook', '/webhooks', 100, (org_id) => ({
    ...{ url: 'https://receiver.example/races', events: ['client.created'], is_active: false, org_id },
  })),
  limitOf('ApiKey', '/api-keys', KEYS_PER_ORG, (org_id) => ({ name: 'Race', permissions: ['read:clients'], org_id })),
  sameKey,
  sameEmail,
];
