/** The kinds of finance's documents that refer to product's records, by the names of decisions 6: BOM usage. */
export type UseKind = 'sales_order' | 'purchase_order';

/** The document, and the sequence of its event. */
interface Source {
  orgId: string;
  kind: UseKind;
  /** The id in the database. A documentId is not unique across orgs. */
  id: string;
  sequence: number;
  /** Present if the document itself was read; absent if the data come from an event. */
  isRead?: true;
}

/** The name of a record of product. */
export type Target = `${'client' | 'supplier' | 'style' | 'sku' | 'bom' | 'material'}:${string}`;

/** The references of a document, from an event or from a read. */
export type Snapshot = Source &
  (
    | {
        is: 'using';
        /** The documentId of the document. */
        name: string;
        status: string;
        createdAt: Date;
        /** Each target once. */
        targets: Target[];
      }
    /** The event was too large to carry the references. */
    | { is: 'unknown' }
    | { is: 'deleted' }
  );

/** The used fields of an envelope. `type` is absent if the document was read. */
export interface DocumentEvent {
  type?: string;
  org_id: string;
  sequence: number;
  data: { id: string };
}

/** The references of a sales order. */
export interface OrderData {
  id: string;
  documentId?: string | undefined;
  status?: string | undefined;
  createdAt?: string | undefined;
  clientId?: string | undefined;
  lineItems?: { styleId: string | null; skuId: string | null; bomId: string | null }[] | undefined;
}

/** The references of a purchase order. Its `id` is the documentId (decisions 2). */
export interface PurchaseOrderData {
  id: string;
  internalId: string;
  status?: string | undefined;
  createdAt?: string | undefined;
  supplierId?: string | undefined;
  items?: { bomId: string | null; materialId: string | null }[] | undefined;
}

export function orderSnapshot(event: DocumentEvent & { data: OrderData }): Snapshot {
  const { documentId = '', clientId, lineItems } = event.data;
  const targets = lineItems && [
    ...named('client', [clientId]),
    ...named(
      'style',
      lineItems.map((line) => line.styleId),
    ),
    ...named(
      'sku',
      lineItems.map((line) => line.skuId),
    ),
    ...named(
      'bom',
      lineItems.map((line) => line.bomId),
    ),
  ];
  return snapshot('sales_order', event, documentId, targets);
}

export function purchaseOrderSnapshot(event: DocumentEvent & { data: PurchaseOrderData }): Snapshot {
  const { id: documentId, internalId, supplierId, items } = event.data;
  const targets = items && [
    ...named('supplier', [supplierId]),
    ...named(
      'bom',
      items.map((item) => item.bomId),
    ),
    ...named(
      'material',
      items.map((item) => item.materialId),
    ),
  ];
  return snapshot('purchase_order', { ...event, data: { ...event.data, id: internalId } }, documentId, targets);
}

/** The latest snapshot of each document. A deletion is always the latest. */
export function latestOfEach(snapshots: Snapshot[]): Snapshot[] {
  const latest = new Map<string, Snapshot>();
  for (const one of snapshots) {
    const key = JSON.stringify([one.orgId, one.kind, one.id]);
    const known = latest.get(key);
    if (!known || (known.is !== 'deleted' && (one.is === 'deleted' || one.sequence > known.sequence))) {
      latest.set(key, one);
    }
  }
  return [...latest.values()];
}

interface Use {
  kind: string;
  target: string;
  status: string;
}

/** The change of each client's number of orders, for one document. Cancelled orders do not count. */
export function ordersChanged(before: Use[], after: Use[]): Map<string, number> {
  const changes = new Map<string, number>();
  const add = (uses: Use[], by: number) => {
    for (const { target } of uses.filter(countsAsOrder)) {
      const clientId = target.slice('client:'.length);
      const change = (changes.get(clientId) ?? 0) + by;
      if (change === 0) changes.delete(clientId);
      else changes.set(clientId, change);
    }
  };
  add(before, -1);
  add(after, 1);
  return changes;
}

const countsAsOrder = ({ kind, target, status }: Use): boolean =>
  kind === 'sales_order' && status !== 'cancelled' && target.startsWith('client:');

type EventOf<Data> = DocumentEvent & { data: Data & { status?: string | undefined; createdAt?: string | undefined } };

function snapshot<Data>(
  kind: UseKind,
  event: EventOf<Data & { id: string }>,
  name: string,
  targets: Target[] | undefined,
): Snapshot {
  const { type, org_id: orgId, sequence, data } = event;
  const source: Source = { orgId, kind, id: data.id, sequence, ...(type === undefined && { isRead: true }) };
  if (type?.endsWith('.deleted')) return { ...source, is: 'deleted' };
  if (!targets || data.status === undefined || data.createdAt === undefined) return { ...source, is: 'unknown' };
  const createdAt = new Date(data.createdAt);
  return { ...source, is: 'using', name, status: data.status, createdAt, targets };
}

function named<Kind extends string>(kind: Kind, ids: (string | null | undefined)[]): `${Kind}:${string}`[] {
  const known = ids.filter((id) => id !== null && id !== undefined && id !== '');
  return [...new Set(known)].map((id) => `${kind}:${id}` as const);
}
