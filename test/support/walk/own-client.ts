import type { Walk } from './walk.ts';

/** Notes and a rating that no client user may read. */
const [NOTES, RATING] = ['Pays late', 'low'];

/**
 * A client user finds the records of its own client alone, and no drafts: in lists, totals, exports, searches, filters
 * and single reads. Documents that were cancelled as drafts are hidden as well. What is for the org only is in none of them (decisions 3: What a client may read).
 */
export async function judgeOwnClient(walk: Walk): Promise<unknown[]> {
  const { system, make } = walk;
  const about = { country: 'DE', maxAccountValue: 1_000, currency: 'EUR', priceCategory: RATING };
  const newClient = (name: string) => make('clients', { name, ...about });
  const [{ id: ownId }, { id: otherId }] = [await newClient('Own'), await newClient('Other')];
  const [own, other] = [await recordsOf(walk, ownId), await recordsOf(walk, otherId)];
  const drafts = await recordsOf(walk, ownId, { status: 'draft' });
  const cancelled = await recordsOf(walk, ownId, { status: 'draft' });
  for (const path of Object.keys(OF_DRAFT)) await make(`${path}/${cancelled[path]}/cancel`, {});
  const buyer = { email: 'buyer@example.com', password: 'bought by the hundred yards' };
  await make('users', { ...buyer, role: 'client', client_id: ownId });
  const token = await system.login(buyer);
  const faults: unknown[] = [];
  const get = async (path: string) => {
    const response = await system.call(token, 'GET', `/api/v1/${path}`);
    const text = await response.text();
    if (text.includes(NOTES) || text.includes(RATING)) faults.push([path, text]);
    return { status: response.status, text };
  };
  const shownBy = async (path: string) => {
    const { data, pagination } = JSON.parse((await get(path)).text) as Page;
    const csv = (await get(`${path}&format=csv`)).text;
    return { ids: data.map(({ id }) => id), total: pagination.total, rows: csv.trim().split('\n').length - 1, csv };
  };
  for (const [path, { finds, misses }] of Object.entries(queriesOf(ownId, otherId))) {
    const [id = '', foreign = ''] = [own[path], other[path]];
    for (const query of ['', 'updated_since=2020-01-01', ...finds, ...misses]) {
      const expected = misses.includes(query) ? [] : [id];
      const { ids, total, rows, csv } = await shownBy(`${path}?${query}`);
      const isCounted = total === expected.length && rows === expected.length;
      if (ids.join() !== expected.join() || !isCounted || csv.includes(foreign) || (rows > 0 && !csv.includes(id)))
        faults.push([path, query, ids, total, rows]);
    }
    const ofDraft = [drafts, cancelled].flatMap((own) => (OF_DRAFT[path] ?? []).map((rest) => `${own[path]}${rest}`));
    const statuses = await Promise.all(
      [id, foreign, ...ofDraft].map(async (one) => (await get(`${path}/${one}`)).status),
    );
    if (statuses[0] !== 200 || statuses.slice(1).some((status) => status !== 404)) faults.push([path, statuses]);
  }
  return faults;
}

/** Paths below that of a draft, or of a document that was cancelled as a draft. */
const OF_DRAFT: Record<string, string[]> = {
  orders: ['', '/versions/1'],
  'delivery-notes': ['', '.pdf'],
  invoices: ['', '.pdf', '/payments'],
};

interface Page {
  data: { id: string }[];
  pagination: { total: number };
}

/** Queries that find the user's own record, and queries that find only records of others. */
function queriesOf(own: string, other: string): Record<string, { finds: string[]; misses: string[] }> {
  const documents = (status: string, search: string, names: string[]) => ({
    finds: [`status=${status}`, `clientId=${own}`, `search=${search}`, ...names.slice(0, 1)],
    misses: ['status=draft', `clientId=${other}`, `search=${search}&clientId=${other}`, ...names.slice(1)],
  });
  const names = ['search=own', 'search=other'];
  return {
    clients: { finds: ['search=own', 'search=de', 'sort=name'], misses: ['search=other', `priceCategory=${RATING}`] },
    orders: documents('confirmed', 'so-', names),
    // The names of clients are not searched.
    'delivery-notes': documents('ready', 'boat', []),
    invoices: documents('issued', 'boat-', names),
  };
}

/** A client and its documents, all of them alike. `status`: default the one that follows draft. */
async function recordsOf({ make }: Walk, clientId: string, status: { status?: 'draft' } = {}) {
  const secret = { internalNotes: NOTES, ...status };
  const lineItems = [{ description: 'Goods', qty: 1, unitPrice: 1 }];
  const { id: salesOrderId } = await make('orders', { clientId, status: 'confirmed', ...secret, lineItems });
  const lines = [{ description: 'Goods', qty: 1 }];
  const note = { salesOrderId, status: 'ready', ...secret, carrier: 'Boat', lineItems: lines };
  const invoiceNumber = `Boat-${salesOrderId}`;
  const invoice = { invoiceNumber, salesOrderId, totalAmount: 1, status: 'issued', ...secret };
  const ids: Record<string, string> = {
    clients: clientId,
    orders: salesOrderId,
    'delivery-notes': (await make('delivery-notes', note)).id,
    invoices: (await make('invoices', invoice)).id,
  };
  return ids;
}
