import { mongo } from 'mongoose';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { isDocumentId, namedBy } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { type Copied, type CopiedKind, sourceOf, styleOfSku } from './domain/snapshot.ts';

/** The found records, as many as fit into one message. */
export interface Found<Kind extends CopiedKind> {
  records: Copied[Kind][];
  /** True if more records may match. */
  isCut: boolean;
}

export interface SnapshotRepository {
  /** The existing records of the org, by id or documentId, in no order. */
  get<Kind extends CopiedKind>(orgId: string, kind: Kind, keys: readonly string[]): Promise<Found<Kind>>;
  /** The styles of the org that have any of these SKUs, by id or documentId. */
  stylesOf(orgId: string, skus: readonly string[]): Promise<Found<'style'>>;
  /** The records of all orgs, by id, after the id `after`. */
  list<Kind extends CopiedKind>(kind: Kind, limit: number, after?: string): Promise<Found<Kind>>;
}

/** Maximum bytes of the records in one message. A style of 2,000 SKUs takes about 300 KiB. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Number of records that are read before their sizes are checked. */
const BATCH = 16;

export function snapshotRepository({ connection }: Pick<Store, 'connection'>): SnapshotRepository {
  async function read<Kind extends CopiedKind>(
    kind: Kind,
    filter: Record<string, unknown>,
    limit: number,
    sort: Record<string, 1> = {},
  ): Promise<Found<Kind>> {
    const { collection, paths } = sourceOf(kind);
    const projection = Object.fromEntries(paths.map((path) => [path, 1]));
    const options = { projection, sort, limit: limit + 1, batchSize: BATCH, raw: true };
    const cursor = connection.collection(collection).find(filter, options);
    const [records, timeSlices]: [Copied[Kind][], TimeSlices] = [[], new TimeSlices()];
    let bytes = 0;
    for await (const row of cursor as unknown as AsyncIterable<Uint8Array>) {
      if (records.length === limit || (bytes > 0 && bytes + row.length > MAX_BYTES)) return { records, isCut: true };
      bytes += row.length;
      const { _id, ...copied } = mongo.BSON.deserialize(row);
      records.push({ id: _id, ...copied } as Copied[Kind]);
      await timeSlices.giveWay();
    }
    return { records, isCut: false };
  }

  return {
    get: (orgId, kind, keys) => read(kind, keysOf(orgId, kind, keys), keys.length),
    stylesOf(orgId, skus) {
      return read('style', { orgId, ...holding(skus) }, skus.length);
    },
    list: (kind, limit, after) => read(kind, after === undefined ? {} : { _id: { $gt: after } }, limit, { _id: 1 }),
  };
}

/**
 * The filter for styles that have these SKUs. If all keys are of one form, one index is used. Otherwise $or uses two.
 */
function holding(skus: readonly string[]): Record<string, unknown> {
  const isNumber = (sku: string) => isDocumentId(styleOfSku(sku));
  const [byId, byNumber] = [skus.filter((sku) => !isNumber(sku)), skus.filter(isNumber).map(styleOfSku)];
  const [withId, withNumber] = [{ 'skus.id': { $in: byId } }, { documentId: { $in: byNumber } }];
  if (byNumber.length === 0) return withId;
  return byId.length === 0 ? withNumber : { $or: [withId, withNumber] };
}

/** The filter for records by their keys. Clients and suppliers have no documentId. */
function keysOf(orgId: string, kind: CopiedKind, keys: readonly string[]): Record<string, unknown> {
  return sourceOf(kind).isNumbered ? namedBy(orgId, keys) : { orgId, _id: { $in: keys } };
}
