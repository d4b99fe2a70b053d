import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Answer, CALLERS, forEachCaller, type OrgApi, type Race, tally } from './racing.ts';

/** The rules of finance that more than one caller could break together, each raced for by `CALLERS` of them. */

interface Made {
  id: string;
}

interface Order extends Made {
  lineItems: { id: string; shippedQty: number }[];
}

interface Account extends Made {
  level: number;
  parentId: string | null;
}

interface Invoice extends Made {
  paidAmount: number;
}

interface Statement extends Made {
  lines: { referenceNo: string }[];
}

/** What there is enough of for as many callers. */
const FIT = 7;

const client = (api: OrgApi, maxAccountValue = 100_000) => {
  const name = api.fresh('Client');
  return api.make<Made>('/clients', { name, country: 'Portugal', currency: 'EUR', maxAccountValue });
};

const draft = async (api: OrgApi, clientId: string, fields: object = {}) => {
  const lineItems = [{ description: 'Samples', qty: FIT, unitPrice: 1 }];
  return api.make<Order>('/orders', { clientId, lineItems, ...fields });
};

const issued = (api: OrgApi, totalAmount: number) =>
  api.make<Invoice>('/invoices', {
    invoiceNumber: api.fresh('I'),
    currency: 'EUR',
    totalAmount,
    status: 'issued',
  });

/** What a caller may hear whose turn does not come in time: a busy machine is no reason to break a rule. */
const LATE = ['late', 'upstream_unavailable'];

/** As many of the callers as fit have what they want, one at least, all others hear why not. Returns how many have it. */
function fits(answers: readonly Answer[], refusal: string, most = FIT): number {
  const { ok: done = 0, [refusal]: _, ...others } = tally(answers);
  const said = JSON.stringify(tally(answers));
  deepStrictEqual(
    Object.keys(others).filter((code) => !LATE.includes(code)),
    [],
    said,
  );
  const wasLate = Object.keys(others).length > 0;
  ok(done === most || (done > 0 && done < most && wasLate), said);
  return done;
}

const creditLimit: Race = {
  rule: 'credit limit',
  async prepare(api) {
    const { id: clientId } = await client(api, FIT * 100);
    const lineItems = [{ description: 'Goods', qty: 1, unitPrice: 100 }];
    const orders = await Promise.all(forEachCaller(() => draft(api, clientId, { lineItems })));
    return {
      calls: orders.map(({ id }) => ({ method: 'POST', path: `/orders/${id}/confirm` })),
      judge: async (answers) => void fits(answers, 'credit_limit_exceeded'),
    };
  },
};

const shippedQuantities: Race = {
  rule: 'shipped quantities',
  async prepare(api) {
    // Of what is left of the other line the order stays to be shipped.
    const lines = ['Jackets', 'Trousers'].map((description) => ({ description, qty: FIT }));
    const ordered = { status: 'confirmed', lineItems: lines };
    const { id, lineItems } = await draft(api, (await client(api)).id, ordered);
    const note = {
      salesOrderId: id,
      status: 'ready',
      lineItems: [{ salesOrderLineItemId: lineItems[0]?.id, qty: 1 }],
    };
    const notes = await Promise.all(forEachCaller(() => api.make<Made>('/delivery-notes', note)));
    return {
      calls: notes.map((one) => ({ method: 'POST', path: `/delivery-notes/${one.id}/ship` })),
      async judge(answers) {
        const shipped = fits(answers, 'conflict');
        const order = await api.read<Order>(`/orders/${id}`);
        deepStrictEqual(
          order.lineItems.map(({ shippedQty }) => shippedQty),
          [shipped, 0],
        );
      },
    };
  },
};

const payments: Race = {
  rule: 'payments over the total',
  async prepare(api) {
    const { id } = await issued(api, FIT * 10 + 9);
    return {
      calls: forEachCaller(() => ({ method: 'POST', path: `/invoices/${id}/pay`, body: { amount: 10 } })),
      async judge(answers) {
        const paid = fits(answers, 'validation_failed');
        deepStrictEqual((await api.read<Invoice>(`/invoices/${id}`)).paidAmount, paid * 10);
        const { data } = await api.read<{ data: unknown[] }>(`/invoices/${id}/payments?limit=100`);
        deepStrictEqual(data.length, paid);
      },
    };
  },
};

const lastLine: Race = {
  rule: 'the last unmatched line',
  async prepare(api) {
    const statement = { accountNumber: api.fresh('PT'), currency: 'EUR', lines: [{ credit: 100 }] };
    const { id, lines } = await api.make<Made & { lines: Made[] }>('/bank-statements', statement);
    const invoices = await Promise.all(forEachCaller(() => issued(api, 100)));
    const path = `/bank-statements/${id}/lines/${lines[0]?.id}/match`;
    return {
      calls: invoices.map((invoice) => ({ method: 'POST', path, body: { type: 'invoice', id: invoice.id } })),
      async judge(answers) {
        const matched = fits(answers, 'invalid_transition', 1);
        const paid = await Promise.all(invoices.map((invoice) => api.read<Invoice>(`/invoices/${invoice.id}`)));
        const amounts = paid.map(({ paidAmount }) => paidAmount).filter((amount) => amount > 0);
        deepStrictEqual(amounts, Array(matched).fill(100));
      },
    };
  },
};

const sameFile: Race = {
  rule: 'lines of one bank file',
  async prepare(api) {
    const accountNumber = api.fresh('PT');
    const references = ['R-1', 'R-2', 'R-3'];
    const csv = ['transactionDate,credit,referenceNo', ...references.map((one) => `2026-02-03,10,${one}`)].join('\n');
    const path = `/bank-statements/import?accountNumber=${accountNumber}`;
    return {
      calls: forEachCaller(() => ({ method: 'POST', path, csv })),
      async judge(answers) {
        const { ok: done = 0, ...others } = tally(answers);
        const strange = Object.keys(others).filter((code) => !LATE.includes(code));
        ok(done > 0 && strange.length === 0, JSON.stringify(tally(answers)));
        const { data } = await api.read<{ data: Made[] }>(`/bank-statements?limit=100&accountNumber=${accountNumber}`);
        const kept = await Promise.all(data.map(({ id }) => api.read<Statement>(`/bank-statements/${id}`)));
        deepStrictEqual(kept.flatMap(({ lines }) => lines.map((line) => line.referenceNo)).sort(), references);
      },
    };
  },
};

const cycles: Race = {
  rule: 'cycles of accounts',
  async prepare(api) {
    const account = () => api.make<Made>('/management-accounts', { code: api.fresh('A'), name: 'Costs' });
    const ids = (await Promise.all(forEachCaller(account))).map(({ id }) => id);
    return {
      // Each below the next: all together are a round.
      calls: ids.map((id, index) => ({
        method: 'PATCH',
        path: `/management-accounts/${id}`,
        body: { parentId: ids[(index + 1) % CALLERS] },
      })),
      async judge(answers) {
        const { ok: moved = 0, validation_failed: refused = 0, ...others } = tally(answers);
        const { late: waiting = 0, outcome_unknown: unknown = 0, ...strange } = others;
        const late = waiting + unknown;
        deepStrictEqual(strange, {});
        // Of all of them, the one that would close the round; where one was too late for its turn, none may be left to do so.
        ok(late > 0 || (refused === 1 && moved === CALLERS - 1), JSON.stringify({ moved, refused, late }));
        ok(moved > 0 && moved < CALLERS);
        const accounts = await Promise.all(ids.map((id) => api.read<Account>(`/management-accounts/${id}`)));
        const levels = new Map(accounts.map(({ id, level }) => [id, level]));
        for (const { level, parentId } of accounts) {
          deepStrictEqual(level, parentId === null ? 1 : (levels.get(parentId) as number) + 1);
        }
      },
    };
  },
};

/** Every fourth deletes, the others refer. */
const isDelete = (index: number) => index % 4 === 0;
/** Where a record is being deleted, both a change and another delete of it are told to come again. */
const GONE = ['not_found', 'validation_failed', 'conflict', 'in_use', 'upstream_unavailable'];

/** What is deleted, and what refers to it. */
interface Target {
  path: string;
  refer: { path: string; body: object };
}

function deleteAgainst(what: string, target: (api: OrgApi) => Promise<Target>): Race {
  return {
    rule: `a delete of ${what} and a new reference`,
    async prepare(api) {
      const { path, refer } = await target(api);
      return {
        calls: forEachCaller((index) => (isDelete(index) ? { method: 'DELETE', path } : { method: 'POST', ...refer })),
        async judge(answers) {
          const done = answers.flatMap(({ code }, index) => (code === undefined ? [isDelete(index)] : []));
          const deleted = done.filter((one) => one).length;
          const referred = done.length - deleted;
          const outcome = { ...tally(answers), deleted, referred };
          ok(deleted <= 1 && (deleted === 1) !== referred > 0, `Both, or neither: ${JSON.stringify(outcome)}`);
          deepStrictEqual(await api.has(path), deleted === 0);
          const strange = answers.filter(({ code }) => code !== undefined && !GONE.includes(code));
          deepStrictEqual(strange, []);
        },
      };
    },
  };
}

const ofClient = deleteAgainst('a client', async (api) => {
  const { id } = await client(api);
  return { path: `/clients/${id}`, refer: { path: '/orders', body: { clientId: id } } };
});

const ofStyle = deleteAgainst('a style', async (api) => {
  const { id: clientId } = await client(api);
  const { id } = await api.make<Made>('/styles', { name: api.fresh('Style'), colors: ['indigo'], sizes: ['M'] });
  const order = { clientId, lineItems: [{ styleId: id, qty: 1 }] };
  return { path: `/styles/${id}`, refer: { path: '/orders', body: order } };
});

const ofOrder = deleteAgainst('an order', async (api) => {
  const { id } = await draft(api, (await client(api)).id);
  return { path: `/orders/${id}`, refer: { path: '/delivery-notes', body: { salesOrderId: id } } };
});

export const races: readonly Race[] = [
  creditLimit,
  shippedQuantities,
  payments,
  lastLine,
  sameFile,
  cycles,
  ofClient,
  ofStyle,
  ofOrder,
];
