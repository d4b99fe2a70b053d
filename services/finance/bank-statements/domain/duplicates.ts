import { parseDecimal } from '#chassis/domain/money.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import type { BankLine } from './bank-line.ts';

type Identifying = Pick<BankLine, 'transactionDate' | 'amount' | 'referenceNo' | 'description'>;

/**
 * Fingerprints of a statement's lines, in their order. A fingerprint tells a line from all others of the account: date,
 * amount, reference, description, and its number among equal lines of the statement (decisions 6: Bank statement). So
 * two equal payments are two lines, and a statement that is sent again has the same fingerprints.
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

/** A date that ISO 8601 reads is the moment that it names, however it is written. Statements have few: each is read once. */
function momentOf(date: string | null, known: Map<string | null, Moment>): Moment {
  const moment = known.get(date) ?? dateSortKey(date) ?? date;
  known.set(date, moment);
  return moment;
}

const kindOf = ({ amount, referenceNo, description }: Identifying, moment: Moment): string =>
  JSON.stringify([moment, amount === null ? null : parseDecimal(amount).toFixed(), referenceNo, description]);
