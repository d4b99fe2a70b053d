import { type Api, forEach } from './api.ts';
import type { Catalog } from './catalog.ts';
import { accountOf, type PlannedPurchase, purchases } from './data/purchases.ts';
import { suppliers } from './data/suppliers.ts';

/** The document numbers of the stored purchase orders, by the supplier's key. */
export type Purchases = Map<string, string>;

interface StoredPurchase {
  id: string;
  supplierName: string;
  status: string;
}

interface WholePurchase {
  items: { id: string; qty: string }[];
}

const path = '/api/v1/purchase-orders/direct-cost';
const states: readonly string[] = ['draft', 'approved', 'issued', 'partially_received'];

/** Adds the missing purchase orders, and moves each order to its planned status. */
export async function addPurchases(api: Api, catalog: Catalog): Promise<Purchases> {
  const known = new Map((await api.all<StoredPurchase>(path)).map((purchase) => [purchase.supplierName, purchase]));
  const added = await forEach(purchases, async (planned): Promise<[string, string]> => {
    const stored =
      known.get(suppliers[planned.supplier].name) ??
      (await api.send<StoredPurchase>('POST', path, bodyOf(planned, catalog)));
    await moveOn(api, stored, planned);
    return [planned.supplier, stored.id];
  });
  return new Map(added);
}

function bodyOf({ supplier, materials, taxRate, adjustment }: PlannedPurchase, catalog: Catalog) {
  const items = materials.map((material) => ({
    description: material.name,
    managementAccountId: accountOf(material),
    materialId: catalog.materials.get(material.refId),
    qty: String(material.moq),
    unit: material.unit,
    unitPrice: String(material.costInNativeCurrency),
  }));
  return { supplierId: catalog.suppliers.get(suppliers[supplier].name), taxRate, adjustment, items };
}

async function moveOn(api: Api, { id, status }: StoredPurchase, planned: PlannedPurchase): Promise<void> {
  const moves = [
    () => api.send('POST', `${path}/${id}/approve`),
    () => api.send('POST', `${path}/${id}/issue`),
    () => receiveHalf(api, id),
  ];
  for (const move of moves.slice(states.indexOf(status), states.indexOf(planned.status))) await move();
}

async function receiveHalf(api: Api, id: string): Promise<void> {
  const { items } = await api.get<WholePurchase>(`${path}/${id}`);
  const received = items.slice(0, 1).map((item) => ({ id: item.id, qty: String(Number(item.qty) / 2) }));
  await api.send('POST', `${path}/${id}/receive`, { items: received });
}
