import { mongo } from 'mongoose';
import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError } from '#chassis/domain/errors.ts';
import { folded } from '#chassis/domain/folded-text.ts';
import { isDocumentId } from '#chassis/mongo/document-ids.ts';
import { literal } from '#chassis/mongo/list.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { inTime, type TimeLimit } from '#chassis/mongo/read-limits.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import {
  type Copy,
  type CopyKind,
  type SkuCopy,
  type StyleCopy,
  type Summary,
  skusIn,
  styleOfSku,
} from './domain/copy.ts';
import { nameOf } from './domain/snapshot.ts';
import { copyModel, nameIndex, type StoredCopy } from './repository.ts';

/** A SKU, and its style without the other SKUs. */
export interface SkuOfStyle {
  style: Summary['style'];
  sku: SkuCopy;
}

/** An item of a style, and perhaps of one of its SKUs. */
export interface StyledItem {
  styleId: string;
  skuId: string | null;
}

/** The names of a style and a SKU. Without a SKU, color and size are null. */
export interface StyleNames {
  styleName: string;
  refId: string | null;
  color: string | null;
  size: string | null;
}

/** Reads stored copies. It never asks product. */
export interface CopyReader {
  /** Copies by id or documentId, each under the key that was asked for. null if product has deleted the record. */
  find<Kind extends CopyKind>(
    scope: ReadScope,
    kind: Kind,
    keys: readonly string[],
  ): Promise<Map<string, Copy[Kind] | null>>;
  /** As `find`, without the SKUs of styles and the lines of recipes. */
  summaries<Kind extends CopyKind>(
    scope: ReadScope,
    kind: Kind,
    keys: readonly string[],
  ): Promise<Map<string, Summary[Kind] | null>>;
  /** SKUs of any style by id or documentId, each under the key that was asked for. */
  skus(scope: ReadScope, keys: readonly string[]): Promise<Map<string, SkuOfStyle>>;
  /** The copied BOMs of the styles. */
  bomsOf(scope: ReadScope, styleIds: readonly string[]): Promise<Pick<Copy['bom'], 'id' | 'styleId'>[]>;
  /** Ids of BOMs whose copy has no fields, because an event was too large. `bomsOf` does not find them. */
  unreadBoms(orgId: string): Promise<string[]>;
  /** The names of styles and of their SKUs. It reads nothing else of a style, which has up to 2,000 SKUs. */
  styleNames(scope: ReadScope, items: readonly StyledItem[]): Promise<Map<StyledItem, StyleNames>>;
  /**
   * Ids of the records whose name contains `text`. `id`: only this record may be returned. Errors: validation_failed if
   * more than MAX_NAMED records match.
   */
  idsByName(orgId: string, kind: CopyKind, text: string, id?: string, waitLimit?: WaitLimit): Promise<string[]>;
}

/**
 * Maximum number of records that a search by name may find. All their ids are sent in the query of another collection.
 */
const MAX_NAMED = 10_000;
const STYLE_NAMES = {
  'copy.name': 1,
  'copy.refId': 1,
  'copy.skus.id': 1,
  'copy.skus.color': 1,
  'copy.skus.size': 1,
};
/** Number of styles in one batch of the cursor. A style has up to 2,000 SKUs. */
const STYLES_PER_BATCH = 4;
/** The same for styles with the fields of STYLE_NAMES, which are about 100 bytes for each SKU. */
const NAMED_STYLES_PER_BATCH = 32;

export function copyReader(store: Pick<Store, 'connection'>): CopyReader {
  const { collection } = copyModel(store);

  async function read<Value>(
    scope: ReadScope,
    kind: CopyKind,
    keys: readonly string[],
    projection: Record<string, 0> = {},
  ): Promise<Map<string, Value | null>> {
    const wanted = new Set(keys);
    const copies = new Map<string, Value | null>();
    for (const filter of keyFilters(scope.orgId, kind, keys)) {
      const found = collection.find(filter as never, { projection, ...sessionOf(scope) });
      for (const row of (await found.toArray()) as unknown as StoredCopy[]) {
        const [id, value] = [idIn(row), row.deletedAt ? null : (row.copy as Value | undefined)];
        if (value === undefined || row.kind !== kind) continue;
        for (const key of [id, row.documentId]) if (key !== undefined && wanted.has(key)) copies.set(key, value);
      }
    }
    return copies;
  }

  return {
    find: (scope, kind, keys) => read(scope, kind, keys),
    summaries: (scope, kind, keys) => read(scope, kind, keys, { 'copy.skus': 0, 'copy.lines': 0 }),
    async bomsOf({ orgId, ...scope }, styleIds) {
      const boms = { orgId, 'copy.styleId': { $in: styleIds } };
      const options = {
        projection: { orgId: 1, kind: 1, 'copy.id': 1, 'copy.styleId': 1 },
        ...sessionOf({ orgId, ...scope }),
      };
      const found = (await collection.find(boms as never, options).toArray()) as unknown as StoredCopy[];
      return found.flatMap(({ kind, copy }) =>
        kind === 'bom' && copy ? [copy as Pick<Copy['bom'], 'id' | 'styleId'>] : [],
      );
    },
    async unreadBoms(orgId) {
      // A copy without fields has no name.
      const empty = { orgId, kind: 'bom', name: null, deletedAt: null };
      const found = await collection
        .find(empty as never, { projection: { orgId: 1, kind: 1 }, hint: nameIndex })
        .toArray();
      return (found as unknown as StoredCopy[]).map(idIn);
    },
    async skus(scope, keys) {
      const wanted = new Set(keys);
      const found = new Map<string, SkuOfStyle>();
      const options = { raw: true, batchSize: STYLES_PER_BATCH, ...sessionOf(scope) };
      const timeSlices = new TimeSlices();
      for (const filter of skuFilters(scope.orgId, keys)) {
        const cursor = collection.find(filter as never, options);
        // Hundreds of styles may match. Only one of them is deserialized at a time.
        for await (const bytes of cursor as unknown as AsyncIterable<Uint8Array>) {
          await timeSlices.giveWay();
          const { kind, copy } = mongo.BSON.deserialize(bytes) as { kind: CopyKind; copy?: StyleCopy };
          if (kind !== 'style' || !copy) continue;
          const { skus: _, ...style } = copy;
          for (const [key, sku] of skusIn(copy, wanted)) found.set(key, { style, sku });
        }
      }
      return found;
    },
    async styleNames(scope, items) {
      const names = new Map<StyledItem, StyleNames>();
      const ofStyles = Map.groupBy(items, ({ styleId }) => nameOf({ orgId: scope.orgId, kind: 'style', id: styleId }));
      const options = { raw: true, projection: STYLE_NAMES, batchSize: NAMED_STYLES_PER_BATCH, ...sessionOf(scope) };
      const cursor = collection.find({ _id: { $in: [...ofStyles.keys()] } } as never, options);
      const timeSlices = new TimeSlices();
      // Hundreds of styles may match. Only one of them is deserialized at a time.
      for await (const bytes of cursor as unknown as AsyncIterable<Uint8Array>) {
        await timeSlices.giveWay();
        const { _id, copy } = mongo.BSON.deserialize(bytes) as { _id: string; copy?: StyleCopy };
        if (!copy) continue;
        const skus = new Map(copy.skus.map((sku) => [sku.id, sku]));
        for (const item of ofStyles.get(_id) ?? []) {
          const { color = null, size = null } = skus.get(item.skuId ?? '') ?? {};
          names.set(item, { styleName: copy.name, refId: copy.refId, color, size });
        }
      }
      return names;
    },
    async idsByName(orgId, kind, text, id, waitLimit) {
      const one = id === undefined ? {} : { _id: nameOf({ orgId, kind, id }) };
      const filter = { ...one, orgId, kind, name: { $regex: literal(folded(text)) } };
      const hint = id === undefined ? nameIndex : { _id: 1 };
      const options = { projection: { _id: 1 }, hint, limit: MAX_NAMED + 1 };
      const find = (time: TimeLimit) => collection.find(filter as never, { ...options, ...time }).toArray();
      const found = (await inTime(waitLimit, find)) as unknown as StoredCopy[];
      if (found.length > MAX_NAMED) throw tooBroad(kind, text);
      return found.map(({ _id }) => _id.slice(nameOf({ orgId, kind, id: '' }).length));
    },
  };
}

const idIn = ({ _id, orgId, kind }: StoredCopy): string => _id.slice(nameOf({ orgId, kind, id: '' }).length);

type Filter = Record<string, unknown>;

/**
 * A filter for ids and a filter for documentIds, because each has its own index. They run one after the other, because a
 * session runs one operation at a time.
 */
function keyFilters(orgId: string, kind: CopyKind, keys: readonly string[]): Filter[] {
  const documentIds = keys.filter(isDocumentId);
  const names = keys.filter((key) => !isDocumentId(key)).map((id) => nameOf({ orgId, kind, id }));
  return [
    ...(names.length > 0 ? [{ _id: { $in: names } }] : []),
    ...(documentIds.length > 0 ? [{ orgId, documentId: { $in: documentIds } }] : []),
  ];
}

function skuFilters(orgId: string, keys: readonly string[]): Filter[] {
  const byNumber = keys.filter((key) => isDocumentId(styleOfSku(key)));
  const ids = keys.filter((key) => !isDocumentId(styleOfSku(key)));
  const documentIds = [...new Set(byNumber.map(styleOfSku))];
  return [
    ...(ids.length > 0 ? [{ orgId, 'copy.skus.id': { $in: ids } }] : []),
    ...(documentIds.length > 0 ? [{ orgId, documentId: { $in: documentIds } }] : []),
  ];
}

function tooBroad(kind: CopyKind, search: string): AppError {
  const error = `more than ${MAX_NAMED} ${kind}s are found; search for more of the name`;
  const issue = { type: 'value_error', loc: ['query', 'search'], msg: `Value error, ${error}`, input: search };
  return new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, ctx: { error } }] });
}
