import type { Api } from './api.ts';
import { type PlannedShipment, shipments } from './data/shipments.ts';
import type { Orders } from './orders.ts';

/** The ids of the stored delivery notes, by their notes, which identify a delivery note. */
export type Shipments = Map<string, string>;

interface StoredNote {
  id: string;
  notes: string | null;
  status: string;
}

interface StoredOrder {
  lineItems: { id: string; qty: number }[];
}

const states = ['draft', 'ready', 'shipped'];

/** Adds the missing delivery notes, and moves each note to its planned status. */
export async function addShipments(api: Api, orders: Orders): Promise<Shipments> {
  const all = await api.all<StoredNote>('/api/v1/delivery-notes');
  const known = new Map(all.map((note) => [note.notes, note]));
  const added: Shipments = new Map();
  for (const planned of shipments) {
    const stored = known.get(planned.notes) ?? (await create(api, planned, orders));
    await moveOn(api, stored, planned);
    added.set(planned.notes, stored.id);
  }
  return added;
}

async function create(api: Api, { notes, order, qtyOf }: PlannedShipment, orders: Orders): Promise<StoredNote> {
  const salesOrderId = orders.get(order.notes);
  const { lineItems: ordered } = await api.get<StoredOrder>(`/api/v1/orders/${salesOrderId}`);
  const lineItems = ordered.map(({ id, qty }) => ({ salesOrderLineItemId: id, qty: qtyOf(qty), unit: 'pc' }));
  return api.send('POST', '/api/v1/delivery-notes', { salesOrderId, notes, lineItems });
}

async function moveOn(api: Api, { id, status }: StoredNote, planned: PlannedShipment): Promise<void> {
  const path = `/api/v1/delivery-notes/${id}`;
  const { actualShipDate, carrier, trackingNumber } = planned;
  const moves = [
    () => api.send('POST', `${path}/ready`),
    () => api.send('POST', `${path}/ship`, { actualShipDate, carrier, trackingNumber }),
  ];
  for (const move of moves.slice(states.indexOf(status))) await move();
}
