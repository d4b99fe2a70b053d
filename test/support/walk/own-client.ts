import type { Walk } from './walk.ts';

/** A client user finds the records of its own client alone: in lists, totals, exports, searches, filters and single reads. */
export async function judgeOwnClient(walk: Walk): Promise<unknown[]> {
  const { system, make } = walk;
  const newClient = (name: string) => make('clients', { name, country: 'DE', maxAccountValue: 1, currency: 'EUR' });
  const [{ id: ownId }, { id: otherId }] = [await newClient('Own'), await newClient('Other')];
  const [own, other] = [await recordsOf(walk, ownId), await recordsOf(walk, otherId)];
  const buyer = { email: 'buyer@example.com', password: 'bought by the hundred yards' };
  await make('users', { ...buyer, role: 'client', client_id: ownId });
  const token = await system.login(buyer);
  const get = async (path: string) => {
    const response = await system.call(token, 'GET', `/api/v1/${path}`);
    return { status: response.status, text: await response.text() };
  };
  const shownBy = async (path: string) => {
    const { data, pagination } = JSON.parse((await get(path)).text) as Page;
    const csv = (await get(`${path}&format=csv`)).text;
    return { ids: data.map(({ id }) => id), total: pagination.total, rows: csv.trim().split('\n').length - 1, csv };
  };
  const faults: unknown[] = [];
  for (const [path, { finds, misses }] of Object.entries(queriesOf(ownId, otherId))) {
    const [id = '', foreign = ''] = [own[path], other[path]];
    for (const query of ['', 'updated_since=2020-01-01', ...finds, ...misses]) {
      const expected = misses.includes(query) ? [] : [id];
      const { ids, total, rows, csv } = await shownBy(`${path}?${query}`);
      const isCounted = total === expected.length && rows === expected.length;
      if (ids.join() !== expected.join() || !isCounted || csv.includes(foreign) || (rows > 0 && !csv.includes(id)))
        faults.push([path, query, ids, total, rows]);
    }
    const statuses = [(await get(`${path}/${id}`)).status, (await get(`${path}/${foreign}`)).status];
    if (statuses.join() !== '200,404') faults.push([path, statuses]);
  }
  return faults;
}

interface Page {
  data: { id: string }[];
  pagination: { total: number };
}

/** Queries that find the user's own record, and queries that find only records of others. */
function queriesOf(own: string, other: string): Record<string, { finds: string[]; misses: string[] }> {
  const documents = (search: string, names: string[]) => ({
    finds: ['status=draft', `clientId=${own}`, `search=${search}`, ...names.slice(0, 1)],
    misses: ['status=cancelled', `clientId=${other}`, `search=${search}&clientId=${other}`, ...names.slice(1)],
  });
  const names = ['search=own', 'search=other'];
  return {
    clients: { finds: ['search=own', 'search=de', 'sort=name'], misses: ['search=other'] },
    orders: documents('so-', names),
    // The names of clients are not searched.
    'delivery-notes': documents('boat', []),
    invoices: documents('boat-', names),
  };
}

/** A client and its documents, all of them alike. */
async function recordsOf({ make }: Walk, clientId: string): Promise<Record<string, string>> {
  const { id: salesOrderId } = await make('orders', {
    clientId,
    lineItems: [{ description: 'Goods', qty: 1, unitPrice: 1 }],
  });
  const note = { salesOrderId, carrier: 'Boat', lineItems: [{ description: 'Goods', qty: 1 }] };
  const invoice = { invoiceNumber: `Boat-${clientId}`, salesOrderId, totalAmount: 1 };
  return {
    clients: clientId,
    orders: salesOrderId,
    'delivery-notes': (await make('delivery-notes', note)).id,
    invoices: (await make('invoices', invoice)).id,
  };
}
