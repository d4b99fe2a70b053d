import { deepStrictEqual, ok } from 'node:assert/strict';
import { expectOnly, forEachCaller, type Made, newClient, type OrgApi, type Race, tally } from '../racing.ts';

/** Races between moves of one record that exclude each other. */

interface Version {
  status: string;
  lineItems: { description: string | null }[];
}

async function bomWithLine(api: OrgApi): Promise<string> {
  const { id: styleId } = await api.make<Made>('/styles', { name: api.fresh('Style') });
  const { id } = await api.make<Made>('/bom', { styleId });
  await api.make(`/bom/${id}/versions/1/line-items`, { category: 'Fabric', description: 'first', unit: 'm' });
  return id;
}

const submitAgainstLines: Race = {
  rule: 'a submit of a BOM and a change of its lines',
  covers: ['submit'],
  async prepare(api) {
    const id = await bomWithLine(api);
    const path = `/bom/${id}/versions/1/line-items`;
    return {
      calls: forEachCaller((index) =>
        index % 4 === 3
          ? { method: 'POST', path: `/bom/${id}/submit` }
          : { method: 'POST', path, body: { category: 'Trim', description: `line ${index}` } },
      ),
      async judge(answers) {
        expectOnly(answers, 'invalid_transition', 'conflict');
        const submits = answers.filter(({ code }, index) => index % 4 === 3 && code === undefined).length;
        const added = answers.filter(({ code }, index) => index % 4 !== 3 && code === undefined).length;
        const { status, lineItems } = await api.read<Version>(`/bom/${id}/versions/1`);
        ok(submits <= 1, `${submits} submits`);
        deepStrictEqual([status, lineItems.length], [submits === 1 ? 'submitted' : status, added + 1]);
        // A submitted version cannot be changed.
        const late = await api.race([{ method: 'POST', path, body: { category: 'Trim', description: 'late' } }]);
        if (submits === 1) deepStrictEqual(late[0]?.code, 'invalid_transition');
      },
    };
  },
};

const approveAgainstReject: Race = {
  rule: 'an approval and a rejection of a BOM',
  covers: ['approve', 'reject'],
  async prepare(api) {
    const id = await bomWithLine(api);
    await api.make(`/bom/${id}/submit`);
    return {
      calls: forEachCaller((index) => ({ method: 'POST', path: `/bom/${id}/${index % 2 ? 'approve' : 'reject'}` })),
      async judge(answers) {
        const counts = tally(answers);
        const done = answers.flatMap(({ code }, index) =>
          code === undefined ? [index % 2 ? 'approved' : 'rejected'] : [],
        );
        ok(done.length === 1, JSON.stringify(counts));
        const { status } = await api.read<{ status: string }>(`/bom/${id}`);
        ok(done[0] === 'approved' ? status === 'approved' : status !== 'approved', `${done[0]}: ${status}`);
      },
    };
  },
};

const cancelAgainstShip: Race = {
  rule: 'a cancellation of an order and its shipments',
  covers: ['cancel', 'ship'],
  async prepare(api) {
    const { id: clientId } = await newClient(api);
    const lineItems = [{ description: 'Goods', qty: 100 }];
    const order = await api.make<Made & { lineItems: Made[] }>('/orders', { clientId, status: 'confirmed', lineItems });
    const note = {
      salesOrderId: order.id,
      status: 'shipped',
      lineItems: [{ salesOrderLineItemId: order.lineItems[0]?.id, qty: 1 }],
    };
    return {
      calls: forEachCaller((index) =>
        index % 4 === 0
          ? { method: 'POST', path: `/orders/${order.id}/cancel` }
          : { method: 'POST', path: '/delivery-notes', body: note },
      ),
      async judge(answers) {
        const shipped = answers.filter(({ code }, index) => index % 4 !== 0 && code === undefined).length;
        const cancelled = answers.filter(({ code }, index) => index % 4 === 0 && code === undefined).length;
        const now = await api.read<{ status: string; lineItems: { shippedQty: number }[] }>(`/orders/${order.id}`);
        const outcome = JSON.stringify({ ...tally(answers), status: now.status });
        ok(cancelled === 0 || shipped === 0, `Cancelled and shipped: ${outcome}`);
        ok(cancelled <= 1 && (now.status === 'cancelled') === (cancelled === 1), outcome);
        deepStrictEqual(now.lineItems[0]?.shippedQty, shipped);
      },
    };
  },
};

export const moveRaces: readonly Race[] = [submitAgainstLines, approveAgainstReject, cancelAgainstShip];
