import type { Api } from './api.ts';
import type { Catalog, StoredStyle } from './catalog.ts';
import { accounts } from './data/accounts.ts';
import { clients } from './data/clients.ts';
import { orders, type PlannedOrder, qtyOf, unitPriceOf } from './data/orders.ts';
import type { Style } from './data/styles.ts';

/** The ids of the stored orders, by their notes, which identify an order. */
export type Orders = Map<string, string>;

interface StoredOrder {
  id: string;
  notes: string | null;
  status: string;
}

/** The status of an order after a move. */
const reached = { confirm: 'confirmed', start: 'in_production' } as const;

export async function addAccounts(api: Api): Promise<number> {
  const path = '/api/v1/management-accounts';
  const known = new Set((await api.all<{ code: string }>(path)).map(({ code }) => code));
  const isNone = accounts.every(({ code }) => !known.has(code));
  if (isNone) await api.importCsv(path, [...accounts]);
  return accounts.length;
}

/** Adds the missing orders, and moves each order to its planned status. */
export async function addOrders(api: Api, catalog: Catalog): Promise<Orders> {
  const all = await api.all<StoredOrder>('/api/v1/orders');
  const known = new Map(all.map((order) => [order.notes, order]));
  const added: Orders = new Map();
  for (const planned of orders) {
    const stored =
      known.get(planned.notes) ?? (await api.send<StoredOrder>('POST', '/api/v1/orders', bodyOf(planned, catalog)));
    await moveOn(api, stored, planned);
    added.set(planned.notes, stored.id);
  }
  return added;
}

async function moveOn(api: Api, { id, status }: StoredOrder, { moves }: PlannedOrder): Promise<void> {
  const states = ['draft', ...moves.map((move) => reached[move])];
  const at = states.indexOf(status);
  if (at < 0) return;
  for (const move of moves.slice(at)) await api.send('POST', `/api/v1/orders/${id}/${move}`);
}

function bodyOf({ client, styles, notes, taxRate, requestedDeliveryDate }: PlannedOrder, catalog: Catalog) {
  const { currency } = clients.find(({ name }) => name === client) as (typeof clients)[number];
  const lineItems = styles.flatMap((style) => linesOf(style, catalog.styles.get(style.refId) as StoredStyle, currency));
  return { clientId: catalog.clients.get(client), notes, taxRate, requestedDeliveryDate, lineItems };
}

const linesOf = (style: Style, { skus }: StoredStyle, currency: string) =>
  skus.map(({ id, size }) => ({ skuId: id, qty: qtyOf(style, size), unitPrice: unitPriceOf(style, currency) }));
