import type { Patience } from '#chassis/concurrency/fair-queue.ts';
import { serviceUnavailable } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy, CopyKind, SkuCopy, Summary } from './domain/copy.ts';
import type { Learn, Question } from './learning.ts';
import type { CopyReader, SkuOfStyle } from './reader-repository.ts';

/** A SKU with the style that it is of. */
export interface FoundSku {
  style: Copy['style'];
  sku: SkuCopy;
}

/**
 * product's records as finance knows them: from the copy, and from product on a miss, so that a record made a millisecond
 * ago is known. What is known needs nobody else. Whether the caller may see it, the one who asks decides.
 */
export interface LocalCopies {
  /**
   * By id or documentId. Undefined: there is none. Errors: upstream_unavailable for one that is not known here while product
   * is down.
   */
  find<Kind extends CopyKind>(kind: Kind, key: string, call: Call): Promise<Copy[Kind] | undefined>;
  /** The same for many at once, each under what it was asked by; styles without their SKUs. */
  findMany<Kind extends CopyKind>(kind: Kind, keys: readonly string[], call: Call): Promise<Map<string, Summary[Kind]>>;
  /** By the SKU's id or documentId. The same rules. */
  findSku(key: string, call: Call): Promise<FoundSku | undefined>;
  findSkus(keys: readonly string[], call: Call): Promise<Map<string, SkuOfStyle>>;
  /**
   * Copies that are stored here, by id, in no order: for names in lists, and for checks in a transaction. Never asks
   * product. A style has up to 2,000 SKUs: `knownSkus` finds the wanted ones.
   */
  known<Kind extends CopyKind>(scope: ReadScope, kind: Kind, ids: readonly string[]): Promise<Map<string, Copy[Kind]>>;
  /** The same of SKUs, by id or documentId, each under what it was asked by. */
  knownSkus(scope: ReadScope, keys: readonly string[]): Promise<Map<string, SkuOfStyle>>;
  /**
   * Ids of those known here whose name (of a BOM: whose documentId) holds `text`, literally, in any case: for the search of
   * a list. Errors: validation_failed for more than can be named.
   */
  idsByName(orgId: string, kind: CopyKind, text: string, id?: string, patience?: Patience): Promise<string[]>;
}

/** An event that was too large for its record may overtake product's answer: then product is asked again. */
const ROUNDS = 3;

export function createLocalCopies({ reader, learn }: { reader: CopyReader; learn: Learn }): LocalCopies {
  /** `read` answers null for what there is no more. */
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
    knownSkus: reader.skus,
    idsByName: reader.idsByName,
  };
}

const existing = <Value>(found: ReadonlyMap<string, Value | null>): Map<string, Value> =>
  new Map([...found].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])));
