import { folded } from '#chassis/domain/folded-text.ts';
import { type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { isUntil } from '../../documents/domain/payment-terms.ts';
import type { BankLine } from './bank-line.ts';
import { type OpenItem, type OpenItemType, openItemTypeOf, paidBy, type Suggestion } from './open-item.ts';

/** The search for open items of one line: by unpaid amount and by document number. */
export interface Wanted {
  type: OpenItemType;
  /** Unpaid amount, as decimal text. */
  amount: string;
  numbers: string[];
}

/** Maximum number of suggestions of a line. */
const MAX_SUGGESTIONS = 5;
/** Maximum number of words of a line that are looked up as document numbers. Each look-up reads an index. */
const MAX_NUMBERS = 5;
const [SHORTEST, LONGEST] = [3, 64];

/** Number of characters of a description that are searched for document numbers. */
const SEARCHED_LENGTH = 500;

/** The search for the open items that a line may have paid; undefined for a line that moves no money. */
export function wantedBy(line: BankLine): Wanted | undefined {
  const type = openItemTypeOf(line);
  return type && { type, amount: paidBy(line).toFixed(), numbers: numbersIn(line) };
}

/** Texts that may be a document number: the reference, and words with a digit. */
function numbersIn({ referenceNo, description }: Pick<BankLine, 'referenceNo' | 'description'>): string[] {
  const words = [referenceNo ?? '', description?.slice(0, SEARCHED_LENGTH) ?? ''].flatMap((text) =>
    text.split(/[\s,;:]/),
  );
  const likely = words.filter((word) => /\d/.test(word));
  const all = [...(referenceNo ? [referenceNo.trim()] : []), ...likely];
  const fitting = all.filter(({ length }) => length >= SHORTEST && length <= LONGEST);
  return [...new Set(fitting)].slice(0, MAX_NUMBERS);
}

/**
 * The best matches among `found`. An equal document number counts more than an equal amount, and an equal amount counts
 * more than an equal name.
 */
export function suggestionsFor(
  line: BankLine,
  currency: string | null,
  found: readonly OpenItem[],
  wanted: Wanted | undefined = wantedBy(line),
): Suggestion[] {
  if (!wanted || currency === null) return [];
  const paid = parseDecimal(wanted.amount);
  const numbers = new Set(wanted.numbers);
  const open = found.filter((item) => isOpen(item, wanted.type, currency));
  const description = folded(line.description ?? '');
  return open
    .map((item) => ({ item, likeness: likenessOf(item, paid, numbers, { ...line, description }) }))
    .filter(({ likeness }) => likeness >= BY_AMOUNT)
    .sort((a, b) => b.likeness - a.likeness || compare(a.item.number, b.item.number))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ item: { type, id, number, remaining } }) => ({
      type,
      id,
      number,
      amount: toNumber(parseDecimal(remaining)),
    }));
}

const [BY_NUMBER, BY_AMOUNT, BY_NAME] = [4, 2, 1];

const isOpen = (item: OpenItem, type: OpenItemType, currency: string): boolean =>
  item.type === type && item.currency === currency && parseDecimal(item.remaining).gt(0);

/**
 * The likeness of an item and a line with its folded description: a sum of BY_NUMBER, BY_AMOUNT and BY_NAME. It is 0 if the
 * line paid more than the item's unpaid amount.
 */
function likenessOf(item: OpenItem, paid: Decimal, numbers: ReadonlySet<string>, line: BankLine): number {
  const remaining = parseDecimal(item.remaining);
  if (remaining.lt(paid)) return 0;
  const byNumber = numbers.has(item.number) ? BY_NUMBER : 0;
  const { discounted } = item;
  const isDiscounted =
    discounted !== undefined && paid.eq(discounted.remaining) && isUntil(discounted.until, line.transactionDate);
  const byAmount = remaining.eq(paid) || isDiscounted ? BY_AMOUNT : 0;
  return byNumber + byAmount + (contains(line.description, item.name) ? BY_NAME : 0);
}

function contains(description: string | null, name: string | null): boolean {
  const wanted = folded(name ?? '');
  return wanted !== '' && (description ?? '').includes(wanted);
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
