import { MongoError } from './error.ts';

/** How many parts a path may have, by what reads it: a filter, an expression, projection or sort, an update or an index. */
const MOST = {
  filter: [180, 5729100, 'Location5729100', 'FieldPath is too long'],
  expression: [200, 15, 'Overflow', 'FieldPath is too long'],
  update: [255, 10396001, 'Location10396001', "Field paths cannot contain more than 255 '.'"],
} as const;

/** @throws MongoError 5729100, 15 or 10396001 for a path of too many parts */
export function checkDepth(path: string, reader: keyof typeof MOST): void {
  const [most, code, codeName, words] = MOST[reader];
  let parts = 1;
  for (let at = path.indexOf('.'); at >= 0; at = path.indexOf('.', at + 1))
    if (++parts > most) throw new MongoError(code, codeName, words);
}
