import type { WaitLimit } from '#chassis/concurrency/fair-queue.ts';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy, CopyKind, SkuCopy, Summary } from './domain/copy.ts';
import type { Learn, Question } from './learning.ts';
import type { CopyReader, SkuOfStyle } from './reader-repository.ts';

/** A SKU and its style. */
export interface FoundSku {
  style: Copy['style'];
  sku: SkuCopy;
}

/**
 * Reads product's records from the local copies. If a record is not copied yet, it is read from product and stored, so
 * that a record that was just created is found. A read of a copied record needs no other service. The caller of these
 * functions decides whether a user may see the record.
 */
export interface LocalCopies {
  /**
   * Finds a record by id or documentId. Undefined if there is none. Errors: upstream_unavailable if the record is not
   * copied and product cannot be reached.
   */
  find<Kind extends CopyKind>(kind: Kind, key: string, call: Call): Promise<Copy[Kind] | undefined>;
  /** Finds many records, each under the key that was asked for. Styles come without their SKUs. Errors: as `find`. */
  findMany<Kind extends CopyKind>(kind: Kind, keys: readonly string[], call: Call): Promise<Map<string, Summary[Kind]>>;
  /** Finds a SKU by its id or documentId. Errors: as `find`. */
  findSku(key: string, call: Call): Promise<FoundSku | undefined>;
  findSkus(keys: readonly string[], call: Call): Promise<Map<string, SkuOfStyle>>;
  /**
   * Returns stored copies by id, in no order. It never asks product, so it can be used in lists and in transactions. A
   * style has up to 2,000 SKUs: use `knownSkus` to find single SKUs.
   */
  known<Kind extends CopyKind>(scope: ReadScope, kind: Kind, ids: readonly string[]): Promise<Map<string, Copy[Kind]>>;
  /** As `known`, for styles without their SKUs. */
  knownStyles(scope: ReadScope, ids: readonly string[]): Promise<Map<string, Summary['style']>>;
  /** As `known`, without the SKUs of styles and the lines of recipes. */
  knownOutlines<Kind extends CopyKind>(
    scope: ReadScope,
    kind: Kind,
    ids: readonly string[],
  ): Promise<Map<string, Summary[Kind]>>;
  /** The stored BOMs of the styles. `findUnreadBoms` makes them complete. */
  bomsOf(scope: ReadScope, styleIds: readonly string[]): Promise<Pick<Copy['bom'], 'id' | 'styleId'>[]>;
  /** Reads the BOMs of the org from product whose copies have no fields. Errors: as `find`. */
  findUnreadBoms(call: Call): Promise<void>;
  /** Returns stored SKUs by id or documentId, each under the key that was asked for. It never asks product. */
  knownSkus(scope: ReadScope, keys: readonly string[]): Promise<Map<string, SkuOfStyle>>;
  /** Names of stored styles and SKUs, by item. It never asks product. */
  styleNames: CopyReader['styleNames'];
  /**
   * Ids of stored copies whose name contains `text` (decisions 1: Search); for a BOM, whose documentId contains it. `id`: only
   * this record may be returned. Errors: validation_failed if more than MAX_NAMED records match.
   */
  idsByName(orgId: string, kind: CopyKind, text: string, id?: string, waitLimit?: WaitLimit): Promise<string[]>;
}

/**
 * Number of requests to product. A newer event without fields may overwrite the copy that product's reply created. Then
 * product is asked again.
 */
const ROUNDS = 3;

export function createLocalCopies({ reader, learn }: { reader: CopyReader; learn: Learn }): LocalCopies {
  /** Reads stored copies, and then the missing ones from product. `read` returns null for a deleted record. */
  async function through<Value>(
    question: Question,
    keys: readonly string[],
    call: Call,
    read: (scope: ReadScope, keys: readonly string[]) => Promise<Map<string, Value | null>>,
  ): Promise<Map<string, Value>> {
    const { orgId } = call.principal;
    const wanted = [...new Set(keys)];
    const found = await read({ orgId }, wanted);
    let missing = wanted.filter((key) => !found.has(key));
    for (let round = 1; missing.length > 0; round++) {
      const answered = await learn(question, missing, call);
      for (const [key, value] of await read({ orgId }, [...answered])) found.set(key, value);
      missing = [...answered].filter((key) => !found.has(key));
      if (missing.length > 0 && round === ROUNDS)
        throw serviceUnavailable('product', new Error('It is behind its events'));
    }
    return existing(found);
  }

  const findMany: LocalCopies['findMany'] = (kind, keys, call) =>
    through(kind, keys, call, (scope, some) => reader.summaries(scope, kind, some));
  const findSkus: LocalCopies['findSkus'] = (keys, call) => through('sku', keys, call, reader.skus);

  return {
    async find(kind, key, call) {
      const found = await through(kind, [key], call, (scope, keys) => reader.find(scope, kind, keys));
      return found.get(key);
    },
    findMany,
    async findSku(key, call) {
      const found = (await findSkus([key], call)).get(key);
      if (!found) return undefined;
      const { orgId } = call.principal;
      const style = (await reader.find({ orgId }, 'style', [found.style.id])).get(found.style.id);
      return style ? { style, sku: found.sku } : undefined;
    },
    findSkus,
    known: async (scope, kind, ids) => existing(await reader.find(scope, kind, ids)),
    knownStyles: async (scope, ids) => existing(await reader.summaries(scope, 'style', ids)),
    knownOutlines: async (scope, kind, ids) => existing(await reader.summaries(scope, kind, ids)),
    bomsOf: reader.bomsOf,
    async findUnreadBoms(call) {
      const unread = await reader.unreadBoms(call.principal.orgId);
      if (unread.length > 0) await findMany('bom', unread, call);
    },
    knownSkus: reader.skus,
    styleNames: reader.styleNames,
    idsByName: reader.idsByName,
  };
}

const existing = <Value>(found: ReadonlyMap<string, Value | null>): Map<string, Value> =>
  new Map([...found].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])));
