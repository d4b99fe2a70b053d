/** What is asked of both servers. */
export type Question =
  | { kind: 'find'; filter: object; sort: object }
  | { kind: 'update'; filter: object; update: object; upsert: boolean }
  | { kind: 'aggregate'; stages: object[] };

/** The documents as extended JSON, or the code of the error. */
export type Answer = { rows: string[]; refused?: undefined } | { rows?: undefined; refused: number };

interface Difference {
  asked: Question;
  ours: Answer;
  theirs: Answer;
}

/** Where DocumentDB is known to differ from MongoDB, and why the engine is right; `rows`: what makes the answers equal. */
interface Known {
  why: string;
  asks: RegExp;
  ours?: number;
  theirs?: readonly number[];
  /** One of them is refused, the other answered. */
  once?: 'ours' | 'theirs';
  rows?: (rows: string[], stored: number) => string[];
}

const GROUP = /"\$group"/;

const KNOWN: readonly Known[] = [
  {
    why: '$addToSet in $group leaves out what is missing',
    asks: /"\$addToSet"/,
    rows: (rows) => rows.map(withoutNulls),
  },
  {
    why: '$avg of Decimal128 values is a Decimal128',
    asks: /"\$avg"/,
    rows: (rows) => rows.map((row) => row.replaceAll('$numberDecimal', '$numberDouble')),
  },
  {
    why: '$group takes what has no _id for its key as null',
    asks: GROUP,
    rows: (rows) => rows.filter((row) => !/^\{("_id":null|"v":)/.test(row)).map(withoutNulls),
  },
  {
    why: 'an empty array sorts before null and what is missing',
    asks: /^\{"kind":"find"/,
    rows: (rows) => rows.toSorted(),
  },
  {
    why: 'numbers of all types are equal by their value, in $in and $nin too',
    asks: /"\$n?in":\[.*"\$numberDecimal"/,
    rows: (rows) => rows.filter((row) => !row.includes('"$numberDouble":"1.5"')).toSorted(),
  },
  {
    why: 'an upsert makes no documents on the way to a field that it does not make',
    asks: /"\$(pop|pull|rename)".*"upsert":true/,
    rows: (rows, stored) => rows.slice(0, stored),
  },
  { why: '$pop of what is no array is TypeMismatch', asks: /"\$pop"/, ours: 14, theirs: [2] },
  {
    why: 'a path through a scalar, or by a name into an array, is PathNotViable',
    asks: /"update"/,
    ours: 28,
    theirs: [2, 9],
  },
  { why: '$unset along a path that leads nowhere does nothing', asks: /"\$unset"/, theirs: [28], once: 'theirs' },
  { why: '$rename onto its own path is BadValue, whatever is found', asks: /"\$rename"/, ours: 2, theirs: [40] },
  { why: '$rename to an element of an array is BadValue', asks: /"\$rename"/, ours: 2, theirs: [28] },
  { why: '$rename from a path that leads nowhere is PathNotViable', asks: /"\$rename"/, ours: 28, once: 'ours' },
  { why: '$rename of what is not there does nothing', asks: /"\$rename"/, theirs: [28], once: 'theirs' },
  { why: '$rename is checked before documents are looked for', asks: /"\$rename"/, ours: 2, once: 'ours' },
  { why: '$inc and $mul of what is no number are TypeMismatch', asks: /"\$(inc|mul)"/, ours: 14, theirs: [115] },
  { why: '$inc and $mul of what is no number are TypeMismatch', asks: /"\$(inc|mul)"/, ours: 14, once: 'ours' },
  { why: '$objectToArray of what is no object is 40390', asks: /"\$objectToArray"/, ours: 40390, theirs: [8] },
  {
    why: '$add and $multiply are null from the first null on',
    asks: /"\$(add|multiply)"/,
    theirs: [14],
    once: 'theirs',
  },
  {
    why: 'either is right: a $match behind $addFields may be made before it, and then nothing is left to fail',
    asks: /"\$addFields".*"\$match"/,
    ours: 14,
    once: 'ours',
  },
];

/** Why two answers differ, undefined where nobody knows; `stored` is the number of documents that were there. */
export function reasonOf({ asked, ours, theirs }: Difference, stored: number): string | undefined {
  const question = JSON.stringify(asked);
  return KNOWN.find((known) => {
    if (!known.asks.test(question)) return false;
    if (ours.rows && theirs.rows) {
      const [left, right] = [ours.rows, theirs.rows].map((rows) => known.rows?.(rows, stored).join('\n'));
      return known.rows !== undefined && left === right;
    }
    if (ours.rows || theirs.rows) return known.once === (ours.rows ? 'theirs' : 'ours') && isOneOf(known, ours, theirs);
    return known.once === undefined && known.ours === ours.refused && known.theirs?.includes(theirs.refused) === true;
  })?.why;
}

const isOneOf = ({ ours, theirs }: Known, left: Answer, right: Answer): boolean =>
  left.refused === ours && (theirs?.includes(right.refused as number) ?? right.refused === undefined);

/** A set, whose elements are texts, without null. */
const withoutNulls = (row: string): string =>
  row.replace(/"v":\[.*\]/, (set) =>
    JSON.stringify(JSON.parse(set.slice('"v":'.length)).filter((one: string) => one !== 'null')),
  );
