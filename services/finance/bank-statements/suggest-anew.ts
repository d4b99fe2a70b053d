import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { invalidField } from '#chassis/domain/errors.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { BankParts } from './bank-statement-parts.ts';
import { type BankLine, suggestedLater } from './domain/bank-line.ts';
import { isFirstCurrency } from './domain/bank-statement.ts';
import { isInMinorUnits } from './domain/line-amounts.ts';

/** The suggestions of a statement that gets its first currency. */
interface Found {
  /** The revision of the statement whose lines were read. */
  revision: number;
  /** The lines that get suggestions. */
  linesAt(now: Date): BankLine[];
}

/**
 * Finds the suggestions of all lines of a statement that gets its first currency; undefined for any other change. This
 * happens before the transaction, because the search takes long. Errors: validation_failed for a line with more
 * decimals than the currency.
 */
export async function suggestAnew(
  { statements, lines, openItems }: Pick<BankParts, 'statements' | 'lines' | 'openItems'>,
  scope: ReadScope,
  id: string,
  currency: string | null | undefined,
): Promise<Found | undefined> {
  if (!currency) return undefined;
  const statement = await statements.find(scope, id);
  if (!statement || !isFirstCurrency(statement, { currency })) return undefined;
  const all = await readLines(lines.all(scope, statement.id), currency);
  const suggestions = await openItems.suggest(scope, currency, all);
  return {
    revision: statement.revision,
    linesAt: (now) =>
      all.flatMap((line, index) => {
        const after = suggestedLater(line, suggestions[index] ?? [], now);
        return after === line ? [] : [after];
      }),
  };
}

async function readLines(stored: AsyncIterable<BankLine>, currency: string): Promise<BankLine[]> {
  const timeSlices = new TimeSlices();
  const lines: BankLine[] = [];
  for await (const line of stored) {
    await timeSlices.giveWay();
    if (!isInMinorUnits(line, currency)) throw tooExact(line, currency);
    lines.push(line);
  }
  return lines;
}

/** Rounding would lose the bank's amounts, and the currency could not be corrected afterwards. */
const tooExact = ({ lineNumber }: BankLine, currency: string) =>
  invalidField(
    ['body', 'currency'],
    `line ${lineNumber} has an amount with more decimals than ${currency} has; delete the statement and create it again to have its amounts rounded`,
    currency,
  );
