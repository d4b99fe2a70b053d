/** The sign between whole digits and fraction. */
export type DecimalMark = '.' | ',';

/** The decimal mark of a file with this delimiter. A comma that separates cells is no decimal comma. */
export const markBeside = (delimiter: string): DecimalMark => (delimiter === ',' ? '.' : ',');

/** Maximum characters of a number with separators. A longer text is left to the validation. */
const MAX_LENGTH = 64;
const SEPARATED = /^[+-]?\d[\d.,'’ \u00a0\u202f]*$/;
const SEPARATORS = /[^\d]/g;

/** A number that has two readings. */
export interface Doubt {
  doubt: string;
}

/**
 * Turns a number of a cell into the form of JSON: without separators of thousands, and with a point. If both a decimal
 * and a separator of thousands are possible, `mark` is the decimal of the file; its counterpart is in doubt. Text that is
 * no number stays unchanged, so that the validation refuses it (decisions 6: CSV).
 */
export function readNumber(cell: string, mark: DecimalMark): string | Doubt {
  const text = cell.trim();
  if (text.length > MAX_LENGTH || !SEPARATED.test(text)) return cell;
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const parts = text.slice(sign.length).split(SEPARATORS);
  const separators = text.slice(sign.length).match(SEPARATORS) ?? [];
  const [fraction = '', last] = [parts.at(-1), separators.at(-1)];
  if (last === undefined) return cell;
  const asGroups = isGrouped(parts, separators) ? sign + parts.join('') : undefined;
  const whole = parts.slice(0, -1);
  const isDecimal =
    isMark(last) && !separators.slice(0, -1).includes(last) && isGrouped(whole, separators.slice(0, -1));
  const asDecimal = isDecimal ? `${sign}${whole.join('')}.${fraction}` : undefined;
  if (asGroups === undefined || asDecimal === undefined) return asGroups ?? asDecimal ?? cell;
  if (last === mark) return asDecimal;
  const readings = `${asGroups} or ${asDecimal.replace('.', mark)}`;
  return { doubt: `${text} can be ${readings} (the decimal mark of the file is "${mark}")` };
}

const isMark = (separator: string): separator is DecimalMark => separator === '.' || separator === ',';

/** True if the parts are groups of thousands: one separator, one to three digits, then three digits each. */
function isGrouped([first = '', ...rest]: readonly string[], separators: readonly string[]): boolean {
  if (rest.length === 0) return true;
  const isOne = separators.every((separator) => separator === separators[0]);
  return isOne && first.length <= 3 && !first.startsWith('0') && rest.every(({ length }) => length === 3);
}
