import type { RecordModel } from './record-model.ts';
import { LOOKED_UP } from './record-model.ts';

/** Declares of which fields the fields of an answer are made, for reads that name fields (decisions 1: Fields). */
export interface Composition {
  /**
   * The fields of the stored record of which a field of the answer is made, by its name. A field without an entry is
   * stored under its own name.
   */
  madeOf?: Readonly<Record<string, readonly string[]>>;
  /** The field with the id beside which a name stands, by the name's field. */
  namedBy?: Readonly<Record<string, string>>;
}

/** The fields of a read that names some of them. */
export interface RecordPart {
  asked: ReadonlySet<string>;
  /** The stored fields to read. */
  projection: Readonly<Record<string, 1>>;
  /** True if a field is asked for that other records have. */
  isLookedUp: boolean;
  /** The shown fields of a record that are asked for, and the ids of the names that are asked for. */
  pick<Shown extends object>(shown: Shown): Shown;
}

/** Fields that are read with every part: `viewOf` and the ETag need them. */
const ALWAYS = { _id: 1, orgId: 1, createdAt: 1, updatedAt: 1, revision: 1 } as const;

/**
 * Returns a function that finds what a read of these fields needs; undefined for a read of all fields. Names that the
 * record does not have are ignored: the gateway has refused them. `also`: fields of the record that the reader checks.
 */
export function partsOf(
  { fields }: Pick<RecordModel<never>, 'fields'>,
  { madeOf = {}, namedBy = {} }: Composition,
): (asked: readonly string[] | undefined, also?: readonly string[]) => RecordPart | undefined {
  const declared = fields as Readonly<Record<string, unknown>>;
  const sourcesOf = (name: string): readonly string[] => {
    if (Object.hasOwn(madeOf, name)) return madeOf[name] as readonly string[];
    return Object.hasOwn(namedBy, name) ? [namedBy[name] as string] : [name];
  };
  const isStored = (name: string) => Object.hasOwn(declared, name) && declared[name] !== LOOKED_UP;

  return (asked, also = []) => {
    if (!asked || asked.length === 0) return undefined;
    const sources = [...asked.flatMap(sourcesOf), ...also].filter(isStored);
    const shownNames = asked.flatMap((name) =>
      Object.hasOwn(namedBy, name) ? [name, namedBy[name] as string] : [name],
    );
    return {
      asked: new Set(asked),
      projection: { ...ALWAYS, ...Object.fromEntries(sources.map((name) => [name, 1])) },
      isLookedUp: asked.some((name) => declared[name] === LOOKED_UP),
      pick<Shown extends object>(shown: Shown) {
        const values = shown as Record<string, unknown>;
        const own = shownNames.filter((name) => Object.hasOwn(values, name));
        return Object.fromEntries(own.map((name) => [name, values[name]])) as Shown;
      },
    };
  };
}
