import { parseDecimal } from '#chassis/domain/money.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import type { BankLine } from './bank-line.ts';

type Identifying = Pick<BankLine, 'transactionDate' | 'amount' | 'referenceNo' | 'description'>;

/**
 * Fingerprints of the lines of one statement, in their order. A fingerprint identifies a line in its account. It is
 * made of date, amount, reference, description and a counter of equal lines in the statement (decisions 6: Bank
 * statement). So two equal payments are two lines, and a statement that is sent again has the same fingerprints.
 */
export function fingerprintsOf(lines: readonly Identifying[]): string[] {
  const seen = new Map<string, number>();
  const moments = new Map<string | null, Moment>();
  return lines.map((line) => {
    const kind = kindOf(line, momentOf(line.transactionDate, moments));
    const n = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, n);
    return `${n}:${kind}`;
  });
}

type Moment = number | string | null;

/**
 * The point in time of an ISO 8601 date, so that two spellings of one date are equal. Any other text stays as it is.
 * `known` caches the result, because a statement has few different dates.
 */
function momentOf(date: string | null, known: Map<string | null, Moment>): Moment {
  const moment = known.get(date) ?? dateSortKey(date) ?? date;
  known.set(date, moment);
  return moment;
}

const kindOf = ({ amount, referenceNo, description }: Identifying, moment: Moment): string =>
  JSON.stringify([moment, amount === null ? null : parseDecimal(amount).toFixed(), referenceNo, description]);
