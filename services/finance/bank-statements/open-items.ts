import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { Decimal } from '#chassis/domain/money.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import type { BankLine } from './domain/bank-line.ts';
import type { Match, OpenItem, OpenItemType, Suggestion } from './domain/open-item.ts';
import { suggestionsFor, type Wanted, wantedBy } from './domain/suggestions.ts';

/** A payment that is made by a line of a bank statement. */
export interface LinePayment {
  line: BankLine;
  /** Above 0. */
  amount: Decimal;
  /** Today in the org's time zone, as an ISO 8601 date. */
  today: string;
}

/** An open item that a transaction has loaded. */
export interface LoadedItem {
  item: OpenItem;
  /**
   * Records the payment in the transaction. Returns the payment's id; null if the payment is not a record of its own.
   * Errors: invalid_transition if the document's status takes no payment; conflict if more than the unpaid amount is
   * paid.
   */
  pay(payment: LinePayment): Promise<string | null>;
}

/** A type of document that lines can pay. */
export interface OpenItemSource {
  /** Locks the document and all records that a payment of it writes. The transaction calls it before its first read. */
  lock(tx: Transaction, id: string): Promise<void>;
  /**
   * Loads the document for a match. Other writes of this process wait for the document until the transaction has ended.
   * Errors: validation_failed at `id` if there is no such document or a line cannot pay it.
   */
  load(tx: Transaction, id: string): Promise<LoadedItem>;
  /** Removes the payment that the line made. */
  takeBack(tx: Transaction, match: Match, payment: LinePayment): Promise<void>;
  /**
   * Open items in this currency that have one of the unpaid amounts or one of the document numbers. If very many items
   * match, only some of them are returned.
   */
  find(scope: ReadScope, wanted: { currency: string; amounts: string[]; numbers: string[] }): Promise<OpenItem[]>;
}

export interface OpenItems extends Record<OpenItemType, OpenItemSource> {
  /** The suggestions of each line, in the order of the lines. */
  suggest(scope: ReadScope, currency: string | null, lines: readonly BankLine[]): Promise<Suggestion[][]>;
}

/**
 * Maximum number of amounts, and of numbers, in one query. A query returns a limited number of items, so an amount that
 * very many items have can hide only the items of its own query.
 */
const VALUES_PER_QUERY = 500;
/**
 * Maximum number of items with an equal amount that are compared with a line. Thousands of items may have the same
 * amount.
 */
const NEAR = 25;

export function openItems(sources: Record<OpenItemType, OpenItemSource>): OpenItems {
  async function findAll(
    scope: ReadScope,
    { type, currency }: { type: OpenItemType; currency: string },
    wanted: readonly Wanted[],
  ): Promise<OpenItem[]> {
    const amounts = batchesOf(wanted.map(({ amount }) => amount));
    const numbers = batchesOf(wanted.flatMap((one) => one.numbers));
    const found = new Map<string, OpenItem>();
    for (let index = 0; index < Math.max(amounts.length, numbers.length); index++) {
      const asked = { currency, amounts: amounts[index] ?? [], numbers: numbers[index] ?? [] };
      for (const item of await sources[type].find(scope, asked)) found.set(item.key, item);
    }
    return [...found.values()];
  }

  return {
    ...sources,
    async suggest(scope, currency, lines) {
      if (currency === null) return lines.map(() => []);
      const sought = lines.map((line) => ({ line, wanted: wantedBy(line) }));
      const wanted = sought.flatMap((one) => one.wanted ?? []);
      const found: OpenItem[] = [];
      for (const [type, some] of Map.groupBy(wanted, (one) => one.type))
        found.push(...(await findAll(scope, { type, currency }, some)));
      return likeliest(currency, sought, found);
    },
  };
}

interface Sought {
  line: BankLine;
  /** The search for the line's open items; undefined for a line that moves no money. */
  wanted: Wanted | undefined;
}

/** The suggestions of each line. A line is compared only with the items that have its amount or one of its numbers. */
async function likeliest(currency: string, sought: readonly Sought[], found: readonly OpenItem[]) {
  const byAmount = Map.groupBy(found, ({ remaining }) => remaining);
  const byDiscounted = Map.groupBy(found, ({ discounted }) => discounted?.remaining);
  const byNumber = Map.groupBy(found, ({ number }) => number);
  const timeSlices = new TimeSlices();
  const suggestions: Suggestion[][] = [];
  for (const { line, wanted } of sought) {
    await timeSlices.giveWay();
    const near = [
      ...(byAmount.get(wanted?.amount ?? '') ?? []).slice(0, NEAR),
      ...(byDiscounted.get(wanted?.amount ?? '') ?? []).slice(0, NEAR),
      ...(wanted?.numbers ?? []).flatMap((number) => byNumber.get(number) ?? []),
    ];
    suggestions.push(suggestionsFor(line, currency, [...new Set(near)], wanted));
  }
  return suggestions;
}

function batchesOf(values: readonly string[]): string[][] {
  const distinct = [...new Set(values)];
  return Array.from({ length: Math.ceil(distinct.length / VALUES_PER_QUERY) }, (_, index) =>
    distinct.slice(index * VALUES_PER_QUERY, (index + 1) * VALUES_PER_QUERY),
  );
}
