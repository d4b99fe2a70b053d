import type { Call } from '#chassis/rpc/context.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { Copy, Summary } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { KitContents } from './domain/demand.ts';

/** The local copies that material requirements are made of. */
export type RequirementCopies = Pick<LocalCopies, 'findMany' | 'known' | 'knownOutlines' | 'bomsOf' | 'findUnreadBoms'>;

/** Number of records in one query. A recipe has up to 2,000 lines. */
const BATCH = 100;

/** Reads the copies. */
export interface Sources {
  kits(styleIds: Iterable<string>): Promise<Map<string, KitContents>>;
  bomsOf(styleIds: Iterable<string>): Promise<Pick<Copy['bom'], 'id' | 'styleId'>[]>;
  /** The approved versions of BOMs without their lines. */
  outlines(bomIds: Iterable<string>): Promise<Map<string, Summary['recipe']>>;
  recipes(bomIds: Iterable<string>): Promise<Map<string, Copy['recipe']>>;
  materials(ids: Iterable<string>): Promise<Map<string, Copy['material']>>;
  suppliers(ids: Iterable<string>): Promise<Map<string, Copy['supplier']>>;
}

/**
 * The copies as they are stored. `call`: what is not copied yet is read from product before; without it, product is not
 * asked, as in a transaction. Errors with `call`: upstream_unavailable when product cannot be asked.
 */
export function sourcesOf(copies: RequirementCopies, scope: ReadScope, call?: Call): Sources {
  async function inBatches<Value>(
    ids: Iterable<string>,
    read: (ids: string[]) => Promise<ReadonlyMap<string, Value>>,
  ): Promise<Map<string, Value>> {
    const [wanted, found] = [[...new Set(ids)], new Map<string, Value>()];
    for (let from = 0; from < wanted.length; from += BATCH) {
      for (const [id, value] of await read(wanted.slice(from, from + BATCH))) found.set(id, value);
    }
    return found;
  }

  const known =
    <Kind extends 'kit' | 'recipe' | 'material' | 'supplier'>(kind: Kind) =>
    async (ids: string[]): Promise<Map<string, Copy[Kind]>> => {
      if (call) await copies.findMany(kind, ids, call);
      return copies.known(scope, kind, ids);
    };

  return {
    async kits(styleIds) {
      const kits = new Map<string, KitContents>();
      // Only the kits are kept. Most styles have none.
      await inBatches(styleIds, async (ids) => {
        for (const { skus } of (await known('kit')(ids)).values()) {
          for (const { id, kittedBundle } of skus) kits.set(id, kittedBundle);
        }
        return new Map();
      });
      return kits;
    },
    async bomsOf(styleIds) {
      if (call) await copies.findUnreadBoms(call);
      const found = await inBatches(styleIds, async (ids) => {
        const boms = await copies.bomsOf(scope, ids);
        return new Map(boms.map((bom) => [bom.id, bom]));
      });
      return [...found.values()];
    },
    outlines: (bomIds) =>
      inBatches(bomIds, async (ids) => {
        if (call) await copies.findMany('recipe', ids, call);
        return copies.knownOutlines(scope, 'recipe', ids);
      }),
    recipes: (bomIds) => inBatches(bomIds, known('recipe')),
    materials: (ids) => inBatches(ids, known('material')),
    suppliers: (ids) => inBatches(ids, known('supplier')),
  };
}
