import { deepStrictEqual, ok } from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import {
  type Answer,
  CALLERS,
  expectOnly,
  forEachCaller,
  type Made,
  newClient,
  type OrgApi,
  type Race,
  tally,
} from '../racing.ts';

/** Rules of finance that concurrent callers could break together. `CALLERS` callers race for each rule. */

interface Order extends Made {
  lineItems: { id: string; shippedQty: number; invoicedQty: number }[];
}

interface Numbered extends Made {
  invoiceNumber: string;
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

/** Number of callers that can succeed. */
const FIT = 7;

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

/**
 * Expects that at most `most` callers succeed, and at least one, and that the others get the code `refusal`. Fewer than
 * `most` are allowed if some calls were too late. Returns the number of successes.
 */
function fits(answers: readonly Answer[], refusal: string, most = FIT): number {
  const { ok: done = 0, [refusal]: _, ...late } = expectOnly(answers, refusal);
  const wasLate = Object.keys(late).length > 0;
  ok(done === most || (done > 0 && done < most && wasLate), JSON.stringify(tally(answers)));
  return done;
}

const creditLimit: Race = {
  rule: 'credit limit',
  covers: ['credit'],
  async prepare(api) {
    const { id: clientId } = await newClient(api, FIT * 100);
    const lineItems = [{ description: 'Goods', qty: 1, unitPrice: 100 }];
    const orders = await Promise.all(forEachCaller(() => draft(api, clientId, { lineItems })));
    return {
      calls: orders.map(({ id }) => ({ method: 'POST', path: `/orders/${id}/confirm` })),
      judge: async (answers) => void fits(answers, 'credit_limit_exceeded'),
    };
  },
};

const requiredPurchases: Race = {
  rule: 'materials are bought once',
  async prepare(api) {
    const { id: supplierId } = await api.make<Made>('/suppliers', { name: api.fresh('Mill') });
    const { id: materialId } = await api.make<Made>('/materials', { name: api.fresh('Twill') });
    const { id: styleId } = await api.make<Made>('/styles', { name: api.fresh('Parka') });
    const { id: bomId } = await api.make<Made>('/bom', { styleId });
    await api.make(`/bom/${bomId}/versions/1/line-items`, {
      ...{ grossConsumption: 1, chosenAssignedMaterialId: materialId },
      assignedMaterialOptions: [{ materialId, supplierId, cost: 2, currency: 'EUR' }],
    });
    for (const move of ['submit', 'approve']) await api.make(`/bom/${bomId}/${move}`);
    const { id: clientId } = await newClient(api, FIT * 100);
    const { id } = await api.make<Made>('/orders', { clientId, lineItems: [{ styleId, qty: 10 }] });
    await api.make(`/orders/${id}/confirm`);
    const needs = () => api.read<{ data: { problem: string | null }[] }>(`/material-requirements?orders=${id}`);
    await eventually(async () =>
      deepStrictEqual(
        (await needs()).data.map(({ problem }) => problem),
        [null],
      ),
    );
    const call = { method: 'POST', path: '/material-requirements/purchase-orders', body: { orders: [id] } } as const;
    return {
      calls: forEachCaller(() => call),
      async judge(answers) {
        expectOnly(answers);
        const bought = `/purchase-orders/direct-cost?supplierId=${supplierId}`;
        deepStrictEqual((await api.read<{ data: Made[] }>(bought)).data.length, 1);
      },
    };
  },
};

const shippedQuantities: Race = {
  rule: 'shipped quantities',
  covers: ['ship'],
  async prepare(api) {
    // The second line is not delivered, so that the order is not completely shipped.
    const lines = ['Jackets', 'Trousers'].map((description) => ({ description, qty: FIT }));
    const ordered = { status: 'confirmed', lineItems: lines };
    const { id, lineItems } = await draft(api, (await newClient(api)).id, ordered);
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

/** The invoiced quantity of an order's first line. */
const invoicedOf = async (api: OrgApi, id: string) =>
  (await api.read<Order>(`/orders/${id}`)).lineItems[0]?.invoicedQty;

const invoicedQuantities: Race = {
  rule: 'invoiced quantities',
  covers: ['issue'],
  async prepare(api) {
    const { id, lineItems } = await draft(api, (await newClient(api)).id, { status: 'confirmed' });
    const lines = [{ salesOrderLineItemId: lineItems[0]?.id, qty: 1, unitPrice: 1 }];
    const invoices = await Promise.all(
      forEachCaller(() =>
        api.make<Made>('/invoices', { invoiceNumber: api.fresh('I'), salesOrderId: id, lineItems: lines }),
      ),
    );
    return {
      calls: invoices.map((one) => ({ method: 'POST', path: `/invoices/${one.id}/issue` })),
      judge: async (answers) => deepStrictEqual(await invoicedOf(api, id), fits(answers, 'conflict')),
    };
  },
};

const linesOfOneOrder: Race = {
  rule: 'lines that invoices are made of',
  covers: ['linesFrom'],
  async prepare(api) {
    const { id } = await draft(api, (await newClient(api)).id, { status: 'confirmed' });
    const body = () => ({ invoiceNumber: api.fresh('I'), salesOrderId: id, linesFrom: 'ordered' });
    return {
      calls: forEachCaller((index) => ({
        method: 'POST',
        path: '/invoices',
        body: { ...body(), status: index % 2 ? 'issued' : 'draft' },
      })),
      async judge(answers) {
        fits(answers, 'conflict', 1);
        const { data } = await api.read<{ data: (Made & { status: string })[] }>(`/invoices?salesOrderId=${id}`);
        deepStrictEqual(data.length, 1);
        deepStrictEqual(await invoicedOf(api, id), data[0]?.status === 'issued' ? FIT : 0);
      },
    };
  },
};

const creditedAmount: Race = {
  rule: 'credited amount',
  covers: ['correct'],
  async prepare(api) {
    const { id } = await issued(api, FIT);
    const fields = { invoiceType: 'credit_note', correctsInvoiceId: id, totalAmount: 1 };
    const notes = await Promise.all(
      forEachCaller(() => api.make<Made>('/invoices', { invoiceNumber: api.fresh('I'), ...fields })),
    );
    return {
      calls: notes.map((one) => ({ method: 'POST', path: `/invoices/${one.id}/issue` })),
      async judge(answers) {
        const { creditedAmount: credited } = await api.read<Made & { creditedAmount: number }>(`/invoices/${id}`);
        deepStrictEqual(credited, fits(answers, 'conflict'));
      },
    };
  },
};

const allocatedAmount: Race = {
  rule: 'allocated amount',
  covers: ['allocate'],
  async prepare(api) {
    const { id: clientId } = await newClient(api);
    const fields = () => ({ invoiceNumber: api.fresh('I'), clientId, currency: 'EUR', status: 'issued' });
    const note = { ...fields(), invoiceType: 'credit_note', totalAmount: FIT };
    const { id } = await api.make<Invoice>('/invoices', note);
    const invoices = await Promise.all(
      forEachCaller(() => api.make<Invoice>('/invoices', { ...fields(), totalAmount: 1 })),
    );
    return {
      calls: invoices.map((one) => ({
        method: 'POST',
        path: `/invoices/${id}/allocate`,
        body: { invoiceId: one.id, amount: 1 },
      })),
      async judge(answers) {
        const paid = await Promise.all(invoices.map((one) => api.read<Invoice>(`/invoices/${one.id}`)));
        const sum = paid.reduce((total, { paidAmount }) => total + paidAmount, 0);
        // A credit note that is allocated whole is paid, and takes no further payment.
        const done = tally(answers).ok ?? 0;
        expectOnly(answers, 'validation_failed', 'invalid_transition');
        deepStrictEqual([sum, (await api.read<Invoice>(`/invoices/${id}`)).paidAmount], [done, done]);
        ok(done > 0 && done <= FIT);
      },
    };
  },
};

interface Receivables {
  data: { clientId: string; total: number }[];
}

const sumsOfClient: Race = {
  rule: 'sums of what a client owes',
  async prepare(api) {
    const { id: clientId } = await newClient(api);
    const fields = () => ({ invoiceNumber: api.fresh('I'), clientId, currency: 'EUR', totalAmount: 10 });
    const invoices = await Promise.all(
      forEachCaller((n) => api.make<Invoice>('/invoices', { ...fields(), status: n % 2 ? 'draft' : 'issued' })),
    );
    return {
      calls: invoices.map(({ id }, n) =>
        n % 2
          ? { method: 'POST', path: `/invoices/${id}/issue` }
          : { method: 'POST', path: `/invoices/${id}/pay`, body: { amount: 4 } },
      ),
      async judge(answers) {
        expectOnly(answers);
        const found = await Promise.all(
          invoices.map(({ id }) => api.read<Invoice & { status: string; remainingBalance: number }>(`/invoices/${id}`)),
        );
        const owed = found.map(({ status, remainingBalance }) => (status === 'draft' ? 0 : remainingBalance));
        const { data } = await api.read<Receivables>(`/reports/receivables?clientId=${clientId}`);
        deepStrictEqual(
          data.map(({ total }) => total),
          [owed.reduce((sum, one) => sum + one, 0)],
        );
      },
    };
  },
};

const seriesNumbers: Race = {
  rule: 'numbers of a series of invoices',
  covers: ['invoice numbers'],
  async prepare(api) {
    const { org_id: orgId } = await api.read<{ org_id: string }>('/auth/me');
    await api.change(`/orgs/${orgId}`, { invoice_number_format: 'S{YYYY}-{000}' });
    // Each finance knows the format some seconds later. Before, it refuses an invoice without a number.
    const drafts = await eventually(async () => {
      const answers = await api.race(forEachCaller(() => ({ method: 'POST', path: '/invoices', body: {} })));
      return answers.every(({ status }) => status === 200) && answers;
    });
    return {
      calls: drafts.map(({ id }) => ({ method: 'POST', path: `/invoices/${id}/issue` })),
      async judge(answers) {
        const { ok: done = 0 } = expectOnly(answers);
        const issued = answers.flatMap(({ id }) => id ?? []);
        const now = await Promise.all(issued.map((id) => api.read<Numbered>(`/invoices/${id}`)));
        const counts = now.map(({ invoiceNumber }) => Number(invoiceNumber.split('-')[1]));
        const first = Math.min(...counts);
        deepStrictEqual(
          counts.sort((one, other) => one - other),
          Array.from({ length: done }, (_, index) => first + index),
        );
      },
    };
  },
};

const payments: Race = {
  rule: 'payments over the total',
  covers: ['pay'],
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
  covers: ['match'],
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
  covers: ['import'],
  async prepare(api) {
    const accountNumber = api.fresh('PT');
    const references = ['R-1', 'R-2', 'R-3'];
    const csv = ['transactionDate,credit,referenceNo', ...references.map((one) => `2026-02-03,10,${one}`)].join('\n');
    const path = `/bank-statements/import?accountNumber=${accountNumber}`;
    return {
      calls: forEachCaller(() => ({ method: 'POST', path, csv })),
      async judge(answers) {
        ok(Number(expectOnly(answers).ok) > 0);
        const { data } = await api.read<{ data: Made[] }>(`/bank-statements?limit=100&accountNumber=${accountNumber}`);
        const kept = await Promise.all(data.map(({ id }) => api.read<Statement>(`/bank-statements/${id}`)));
        deepStrictEqual(kept.flatMap(({ lines }) => lines.map((line) => line.referenceNo)).sort(), references);
      },
    };
  },
};

const cycles: Race = {
  rule: 'cycles of accounts',
  covers: ['cycle'],
  async prepare(api) {
    const account = () => api.make<Made>('/management-accounts', { code: api.fresh('A'), name: 'Costs' });
    const ids = (await Promise.all(forEachCaller(account))).map(({ id }) => id);
    return {
      // Each account moves below the next one. All moves together would make a cycle.
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
        // The last move would close the cycle, so it is refused. If some moves were too late, there may be no cycle and
        // no refusal.
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

const changedClient: Race = {
  rule: 'the limit of the client that a confirmed order has',
  covers: ['credit'],
  async prepare(api) {
    const [rich, poor] = await Promise.all([newClient(api), newClient(api, 1)]);
    const { id } = await draft(api, rich.id, { lineItems: [{ description: 'Goods', qty: 1, unitPrice: 100 }] });
    const path = `/orders/${id}`;
    return {
      calls: forEachCaller((index) =>
        index % 4 === 3
          ? { method: 'POST', path: `${path}/confirm` }
          : { method: 'PATCH', path, body: { clientId: index % 2 ? rich.id : poor.id } },
      ),
      async judge(answers) {
        // Concurrent changes of the order give no conflict: the service repeats the change with the new state.
        const counts = expectOnly(answers, 'credit_limit_exceeded', 'invalid_transition');
        const { status, clientId } = await api.read<{ status: string; clientId: string }>(path);
        ok(status !== 'confirmed' || clientId === rich.id, `${status}: ${JSON.stringify(counts)}`);
      },
    };
  },
};

interface Note extends Made {
  clientId: string;
  lineItems: { description: string | null }[];
}

const notesOfChangedOrder: Race = {
  rule: 'delivery notes of an order that gets another client and other lines',
  covers: ['ship'],
  async prepare(api) {
    const [one, other] = (await Promise.all([newClient(api), newClient(api)])).map(({ id }) => id);
    const order = await draft(api, String(one), { lineItems: [{ description: one, qty: FIT }] });
    const lineId = order.lineItems[0]?.id;
    const note = { salesOrderId: order.id, lineItems: [{ salesOrderLineItemId: lineId, qty: 1 }] };
    const change = (id: string | undefined) => ({
      clientId: id,
      lineItems: [{ id: lineId, description: id, qty: FIT }],
    });
    return {
      calls: forEachCaller((index) =>
        index % 4 === 3
          ? { method: 'POST', path: '/delivery-notes', body: note }
          : { method: 'PATCH', path: `/orders/${order.id}`, body: change(index % 2 ? one : other) },
      ),
      async judge(answers) {
        expectOnly(answers, 'in_use');
        const { data } = await api.read<{ data: Note[] }>(`/delivery-notes?limit=100&salesOrderId=${order.id}`);
        for (const { clientId, lineItems } of data) deepStrictEqual(lineItems[0]?.description, clientId);
      },
    };
  },
};

const receivedQuantities: Race = {
  rule: 'received quantities',
  covers: ['receive'],
  async prepare(api) {
    const { id: supplierId } = await api.make<Made>('/suppliers', { name: api.fresh('S'), currency: 'EUR' });
    const items = [{ description: 'Twill', qty: String(FIT), unitPrice: '1' }];
    const path = '/purchase-orders/direct-cost';
    const purchase = { supplierId, items, status: 'issued' };
    const order = await api.make<Made & { items: Made[] }>(path, purchase);
    const receipt = { items: [{ id: order.items[0]?.id, qty: '1' }] };
    return {
      calls: forEachCaller(() => ({ method: 'POST', path: `${path}/${order.id}/receive`, body: receipt })),
      async judge(answers) {
        const done = answers.filter(({ code }) => code === undefined).length;
        const now = await api.read<{ status: string; items: { receivedQty: string }[] }>(`${path}/${order.id}`);
        deepStrictEqual(Number(now.items[0]?.receivedQty), done);
        ok(done <= FIT && (done === FIT) === (now.status === 'received'), JSON.stringify(tally(answers)));
        ok(done === FIT || answers.some(({ isLate }) => isLate), JSON.stringify(tally(answers)));
      },
    };
  },
};

interface Payables {
  data: { total: string; toCome: string }[];
}

const sumsOfSupplier: Race = {
  rule: 'sums of what a supplier is owed',
  async prepare(api) {
    const { id: supplierId } = await api.make<Made>('/suppliers', { name: api.fresh('S'), currency: 'EUR' });
    const items = [{ description: 'Twill', qty: '10', unitPrice: '1' }];
    const path = '/purchase-orders/direct-cost';
    const make = (n: number) =>
      api.make<Made & { items: Made[] }>(path, { supplierId, items, status: n % 2 ? 'draft' : 'issued' });
    const orders = await Promise.all(forEachCaller(make));
    return {
      calls: orders.map(({ id, items: [item] }, n) =>
        n % 2
          ? { method: 'POST', path: `${path}/${id}/approve` }
          : { method: 'POST', path: `${path}/${id}/receive`, body: { items: [{ id: item?.id, qty: '4' }] } },
      ),
      async judge(answers) {
        expectOnly(answers);
        const found = await Promise.all(
          orders.map(({ id }) => api.read<{ status: string; items: { receivedQty: string }[] }>(`${path}/${id}`)),
        );
        const counted = found.filter(({ status }) => status !== 'draft');
        const received = counted.reduce((sum, { items: [item] }) => sum + Number(item?.receivedQty), 0);
        const { data } = await api.read<Payables>(`/reports/payables?supplierId=${supplierId}`);
        deepStrictEqual(
          data.map(({ total, toCome }) => [Number(total), Number(toCome)]),
          [[received, counted.length * 10 - received]],
        );
      },
    };
  },
};

const mixedCredit: Race = {
  rule: 'credit limit by orders and invoices',
  covers: ['credit'],
  async prepare(api) {
    const { id: clientId } = await newClient(api, FIT * 100);
    const lineItems = [{ description: 'Goods', qty: 1, unitPrice: 100 }];
    const orders = await Promise.all(forEachCaller(() => draft(api, clientId, { lineItems })));
    const owed = { clientId, currency: 'EUR', totalAmount: 100 };
    const invoices = await Promise.all(
      forEachCaller(() => api.make<Made>('/invoices', { ...owed, invoiceNumber: api.fresh('M') })),
    );
    const path = (index: number) =>
      index % 2 ? `/orders/${orders[index]?.id}/confirm` : `/invoices/${invoices[index]?.id}/issue`;
    return {
      calls: forEachCaller((index) => ({ method: 'POST', path: path(index) })),
      // An invoice is issued even if its client exceeds the credit limit (decisions 6). An order is confirmed only
      // within the limit.
      async judge(answers) {
        const issuedOnes = answers.filter(({ code }, index) => index % 2 === 0 && code === undefined).length;
        const late = await api.race([
          { method: 'POST', path: path(answers.findIndex(({ code }) => code === 'credit_limit_exceeded')) },
        ]);
        ok(issuedOnes === CALLERS / 2 || answers.some(({ isLate }) => isLate), JSON.stringify(tally(answers)));
        deepStrictEqual(late[0]?.code, 'credit_limit_exceeded');
      },
    };
  },
};

export const financeRaces: readonly Race[] = [
  creditLimit,
  requiredPurchases,
  shippedQuantities,
  invoicedQuantities,
  linesOfOneOrder,
  creditedAmount,
  allocatedAmount,
  sumsOfClient,
  seriesNumbers,
  payments,
  lastLine,
  sameFile,
  cycles,
  changedClient,
  notesOfChangedOrder,
  receivedQuantities,
  sumsOfSupplier,
  mixedCredit,
];
