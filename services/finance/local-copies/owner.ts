import type { ArchivableStatus } from '#chassis/domain/archivable.ts';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { CallOptions, RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { Snapshots } from '#proto/gen/product/v1/Snapshots.ts';
import { MAX_SNAPSHOT_KEYS } from '#proto/product/v1/snapshot.contract.ts';
import type { Copy, CopyKind } from './domain/copy.ts';
import type { Snapshot } from './domain/snapshot.ts';

export type SnapshotClient = Pick<
  RpcClient<'product', 'SnapshotService'>,
  'getSnapshots' | 'getStylesOfSkus' | 'listSnapshots'
>;

/** A record in a reply of product. */
export type Known = Extract<Snapshot, { is: 'known' }>;

/** A reply of product. */
export interface Answer {
  snapshots: Known[];
  /** Keys that product has not looked up yet. */
  left: string[];
  next?: string | undefined;
}

/** Reads records from product. Errors: upstream_unavailable when product cannot be reached. */
export interface Owner {
  /** Reads records by key. `keys`: at most MAX_KEYS. */
  get(kind: CopyKind, keys: readonly string[], options: CallOptions): Promise<Answer>;
  /** Reads styles by the ids or documentIds of their SKUs. */
  stylesOf(skus: readonly string[], options: CallOptions): Promise<Answer>;
  /** Reads the records of all orgs, by id, page by page. */
  list(kind: CopyKind, after: string | undefined, options: CallOptions): Promise<Answer>;
}

/** Maximum number of records of a page. A page of large records has fewer. */
const PAGE = 500;

export const MAX_KEYS = MAX_SNAPSHOT_KEYS;

export function productOf(product: SnapshotClient): Owner {
  return {
    get: async (kind, keys, options) => answerOf(kind, await product.getSnapshots({ kind, keys: [...keys] }, options)),
    stylesOf: async (skus, options) => answerOf('style', await product.getStylesOfSkus({ keys: [...skus] }, options)),
    async list(kind, after, options) {
      return answerOf(kind, await product.listSnapshots({ kind, limit: PAGE, after: after ?? null }, options));
    },
  };
}

/**
 * Asks until all keys were looked up. Each request has at most MAX_KEYS keys, and a reply may leave keys for the next
 * request. Errors: as `ask`; upstream_unavailable if a reply has looked up no key.
 */
export async function* answersTo(
  keys: readonly string[],
  ask: (keys: readonly string[]) => Promise<Answer>,
): AsyncIterable<Answer> {
  let left = [...keys];
  while (left.length > 0) {
    const asked = left.slice(0, MAX_KEYS);
    const answer = await ask(asked);
    if (answer.left.length >= asked.length) throw serviceUnavailable('product', new Error('It answered nothing'));
    yield answer;
    left = [...answer.left, ...left.slice(MAX_KEYS)];
  }
}

function answerOf(kind: CopyKind, reply: Snapshots): Answer {
  return { snapshots: recordsIn[kind](reply), left: reply.left, next: reply.next };
}

/** Converts a reply to records. A field that is absent in the message becomes null. */
const recordsIn: Record<CopyKind, (reply: Snapshots) => Known[]> = {
  client: ({ clients }) =>
    clients.map(({ priceCategory = null, paymentTerms = null, billingAddress = null, taxId = null, ...record }) =>
      knownOf('client', { ...record, priceCategory, paymentTerms, billingAddress, taxId }),
    ),
  supplier: ({ suppliers }) =>
    suppliers.map(({ currency = null, country = null, ...record }) =>
      knownOf('supplier', { ...record, currency, country }),
    ),
  style: ({ styles }) =>
    styles.map(({ refId = null, clientId = null, ...record }) => knownOf('style', { ...record, refId, clientId })),
  material: ({ materials }) => materials.map(({ unit = null, ...record }) => knownOf('material', { ...record, unit })),
  bom: ({ boms }) => boms.map((record) => knownOf('bom', record)),
};

type Travelling<Kind extends CopyKind> = Omit<Copy[Kind], 'status'> & {
  orgId: string;
  revision: number;
  status: string;
};

function knownOf<Kind extends CopyKind>(kind: Kind, { orgId, revision, ...record }: Travelling<Kind>): Known {
  // Messages carry the status as text.
  const copy = { ...record, status: record.status as ArchivableStatus } as unknown as Copy[Kind];
  return { key: { orgId, kind, id: record.id }, revision, isRead: true, is: 'known', copy };
}
