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

/** A record as product has just said it. */
export type Known = Extract<Snapshot, { is: 'known' }>;

/** An answer of product. */
export interface Answer {
  snapshots: Known[];
  /** Keys that it has not looked for yet. */
  left: string[];
  next?: string | undefined;
}

/** Asks product. Errors: upstream_unavailable. */
export interface Owner {
  /** At most as many keys as one request names. */
  get(kind: CopyKind, keys: readonly string[], options: CallOptions): Promise<Answer>;
  /** Styles, by the ids or documentIds of their SKUs. */
  stylesOf(skus: readonly string[], options: CallOptions): Promise<Answer>;
  /** The records of all orgs, by id. */
  list(kind: CopyKind, after: string | undefined, options: CallOptions): Promise<Answer>;
}

/** Records of one page; fewer where they are large. */
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
 * Asks until all keys were looked for, as many at a time as one message names or holds. Errors: what `ask` throws;
 * upstream_unavailable where it gets nowhere.
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

/** A field that a message leaves out is null. */
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
  // On the wire closed words are text.
  const copy = { ...record, status: record.status as ArchivableStatus } as unknown as Copy[Kind];
  return { key: { orgId, kind, id: record.id }, revision, isRead: true, is: 'known', copy };
}
