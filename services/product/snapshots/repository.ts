import { mongo } from 'mongoose';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { isDocumentId, namedBy } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import {
  approvedVersion,
  type Copied,
  type CopiedKind,
  type CopiedPart,
  type KitSource,
  kitSnapshot,
  type PartKind,
  partSources,
  type RecipeContent,
  type RecipeSource,
  recipeSnapshot,
  sourceOf,
  styleOfSku,
} from './domain/snapshot.ts';

/** Everything that finance copies, by kind. */
export type Snapshot = Copied & CopiedPart;
export type SnapshotKind = keyof Snapshot;

/** The found records, as many as fit into one message. */
export interface Found<Kind extends SnapshotKind> {
  records: Snapshot[Kind][];
  /** True if more records may match. */
  isCut: boolean;
}

export interface SnapshotRepository {
  /** The existing records of the org, by id or documentId, in no order. */
  get<Kind extends SnapshotKind>(orgId: string, kind: Kind, keys: readonly string[]): Promise<Found<Kind>>;
  /** The styles of the org that have any of these SKUs, by id or documentId. */
  stylesOf(orgId: string, skus: readonly string[]): Promise<Found<'style'>>;
  /** The records of all orgs, by id, after the id `after`. */
  list<Kind extends SnapshotKind>(kind: Kind, limit: number, after?: string): Promise<Found<Kind>>;
}

/** Maximum bytes of the records in one message. A style of 2,000 SKUs takes about 300 KiB. */
const MAX_BYTES = 2 * 1024 * 1024;
/** Number of records that are read before their sizes are checked. */
const BATCH = 16;

export function snapshotRepository({ connection }: Pick<Store, 'connection'>): SnapshotRepository {
  /** Reads the lines of the approved version. Undefined if the BOM has been deleted since it was read. */
  async function recipeOf(bom: RecipeSource): Promise<CopiedPart['recipe'] | undefined> {
    const approved = approvedVersion(bom);
    if (!approved) return recipeSnapshot(bom, undefined);
    const filter = { _id: approved.id, orgId: bom.orgId } as never;
    const content = await connection.collection('bom_versions').findOne(filter, { projection: { lineItems: 1 } });
    return content ? recipeSnapshot(bom, content as unknown as RecipeContent) : undefined;
  }

  async function snapshotOf<Kind extends SnapshotKind>(kind: Kind, row: object): Promise<Snapshot[Kind] | undefined> {
    if (kind === 'recipe') return (await recipeOf(row as RecipeSource)) as Snapshot[Kind] | undefined;
    return (kind === 'kit' ? kitSnapshot(row as KitSource) : row) as Snapshot[Kind];
  }

  async function read<Kind extends SnapshotKind>(
    kind: Kind,
    filter: Record<string, unknown>,
    limit: number,
    sort: Record<string, 1> = {},
  ): Promise<Found<Kind>> {
    const { collection, paths } = isPart(kind)
      ? { ...sourceOf(partSources[kind].of), paths: partSources[kind].paths }
      : sourceOf(kind as CopiedKind);
    const projection = Object.fromEntries(paths.map((path) => [path, 1]));
    const options = { projection, sort, limit: limit + 1, batchSize: BATCH, raw: true };
    const cursor = connection.collection(collection).find(filter, options);
    const [records, timeSlices]: [Snapshot[Kind][], TimeSlices] = [[], new TimeSlices()];
    let bytes = 0;
    for await (const row of cursor as unknown as AsyncIterable<Uint8Array>) {
      if (records.length === limit || (bytes > 0 && bytes + row.length > MAX_BYTES)) return { records, isCut: true };
      const { _id, ...fields } = mongo.BSON.deserialize(row);
      const record = await snapshotOf(kind, { id: _id, ...fields });
      // The lines of a recipe are read here, so their size is known only now.
      bytes += kind === 'recipe' && record ? sizeOf(record) : row.length;
      if (record) records.push(record);
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
function keysOf(orgId: string, kind: SnapshotKind, keys: readonly string[]): Record<string, unknown> {
  return sourceOf(isPart(kind) ? partSources[kind].of : kind).isNumbered
    ? namedBy(orgId, keys)
    : { orgId, _id: { $in: keys } };
}

const isPart = (kind: SnapshotKind): kind is PartKind => Object.hasOwn(partSources, kind);

const sizeOf = (record: object): number => mongo.BSON.calculateObjectSize(record);
