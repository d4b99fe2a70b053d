import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { CallContext } from '#chassis/rpc/context.ts';
import type { CallOptions, RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { Snapshots } from '#proto/gen/product/v1/Snapshots.ts';
import { MAX_SNAPSHOT_KEYS, nullFields } from '#proto/product/v1/snapshot.contract.ts';
import { type Copy, type CopyKind, isRecord } from './domain/copy.ts';
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

/**
 * The options of a call without a caller. `orgId`: the org that the call acts in; by default no real org, for calls
 * about all orgs.
 */
export function ownCall(orgId = 'all'): CallOptions {
  const context: CallContext = {
    requestId: crypto.randomUUID(),
    principal: { kind: 'user', id: 'finance', orgId, role: 'admin' },
  };
  return { context };
}

function answerOf(kind: CopyKind, reply: Snapshots): Answer {
  const records = reply[`${kind}s` as const];
  return { snapshots: records.map((record) => knownOf(kind, record)), left: reply.left, next: reply.next };
}

function knownOf(kind: CopyKind, { orgId, revision, ...record }: Snapshots[`${CopyKind}s`][number]): Known {
  // Messages carry the status as text, and leave out fields without a value.
  const copy = (isRecord(kind) ? { ...nullFields[kind], ...record } : partOf(record)) as unknown as Copy[CopyKind];
  return { key: { orgId, kind, id: record.id }, revision, isRead: true, is: 'known', copy };
}

/** The kits of a style, or the approved lines of a BOM with null in the fields that the message leaves out. */
function partOf(record: object): object {
  if (!('lines' in record)) return record;
  const { lines, ...head } = record as { lines: object[] };
  return { versionNumber: null, approvedAt: null, ...head, lines: lines.map((line) => ({ ...NO_VALUES, ...line })) };
}

const NO_VALUES = {
  materialId: null,
  materialName: null,
  skuId: null,
  supplierId: null,
  supplierName: null,
  description: null,
  netBuyingConsumption: null,
  cost: null,
  currency: null,
  leadTimeDays: null,
  moq: null,
};
