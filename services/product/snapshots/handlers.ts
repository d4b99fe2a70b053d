import { implement, type ServiceImplementation, unary } from '#chassis/rpc/endpoint.ts';
import {
  GetSnapshotsRequest,
  GetStylesOfSkusRequest,
  ListSnapshotsRequest,
} from '#proto/product/v1/snapshot.contract.ts';
import { type Copied, styleOfSku } from './domain/snapshot.ts';
import type { Found, Snapshot, SnapshotKind, SnapshotRepository } from './repository.ts';

// finance reads records that it has not copied yet, also on behalf of a client user or an API key (decisions 3:
// Inside).
const forFinance = { role: 'client', peers: ['finance'] } as const;
/** Reads of all orgs: finance calls in its own name. */
const forFinanceItself = { role: 'admin', peers: ['finance'] } as const;

export function snapshotHandlers(snapshots: SnapshotRepository): ServiceImplementation {
  return implement('product', 'SnapshotService', {
    GetSnapshots: unary(
      GetSnapshotsRequest,
      async ({ kind, keys }, { principal }) => {
        const found = await snapshots.get(principal.orgId, kind, keys);
        return { ...messageOf(kind, found), left: unpaidAmount(keys, found, keysOfRecord) };
      },
      forFinance,
    ),
    GetStylesOfSkus: unary(
      GetStylesOfSkusRequest,
      async ({ keys }, { principal }) => {
        const found = await snapshots.stylesOf(principal.orgId, keys);
        return { ...messageOf('style', found), left: unpaidAmount(keys, found, keysOfSkus, styleOfSku) };
      },
      forFinance,
    ),
    ListSnapshots: unary(
      ListSnapshotsRequest,
      async ({ kind, limit, after }) => {
        const found = await snapshots.list(kind, limit, after);
        return { ...messageOf(kind, found), ...(found.isCut && { next: found.records.at(-1)?.id }) };
      },
      forFinanceItself,
    ),
  });
}

function messageOf<Kind extends SnapshotKind>(kind: Kind, { records }: Found<Kind>) {
  const none = { clients: [], suppliers: [], styles: [], materials: [], boms: [], kits: [], recipes: [], left: [] };
  return { ...none, [`${kind}s`]: records };
}

const keysOfRecord = (record: { id: string; documentId?: string }) => [record.id, record.documentId ?? record.id];

/**
 * The keys of a style's SKUs and of the style. The style's key is included, because a number that the style does not
 * have names no SKU.
 */
const keysOfSkus = ({ documentId, skus }: Copied['style']) => [documentId, ...skus.flatMap(keysOfRecord)];

/**
 * The keys that must be asked for again, because the reply was cut before they were read. `within`: converts the key of
 * a part to the key of its record.
 */
function unpaidAmount<Kind extends SnapshotKind>(
  keys: readonly string[],
  { records, isCut }: Found<Kind>,
  named: (record: Snapshot[Kind]) => string[],
  within = (key: string) => key,
): string[] {
  if (!isCut) return [];
  const read = new Set(records.flatMap(named));
  return keys.filter((key) => !read.has(key) && !read.has(within(key)));
}
