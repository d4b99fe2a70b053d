import { Stints } from '#chassis/concurrency/stints.ts';
import type { Decimal } from '#chassis/domain/money.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';
import type { BankLine } from './domain/bank-line.ts';
import type { Match, OpenItem, OpenItemType, Suggestion } from './domain/open-item.ts';
import { suggestionsFor, type Wanted, wantedBy } from './domain/suggestions.ts';

/** A payment that a line of a bank statement is. */
export interface LinePayment {
  line: BankLine;
  /** Above 0. */
  amount: Decimal;
  /** ISO 8601, where the org is. */
  today: string;
}

/** A document that a line can have paid, as a transaction has loaded it. */
export interface LoadedItem {
  item: OpenItem;
  /**
   * Records the payment in the transaction, and returns its id where it has one. Errors: invalid_transition where it takes
   * none; conflict for too much.
   */
  pay(payment: LinePayment): Promise<string | null>;
}

/** A type of document that lines can have paid. */
export interface OpenItemSource {
  /** Locks the document, and all records that a payment of it writes, before anything is read. */
  lock(tx: Transaction, id: string): Promise<void>;
  /** For a match; others leave it alone until the transaction has ended. Errors: validation_failed at `id` for none, and for what lines do not pay. */
  load(tx: Transaction, id: string): Promise<LoadedItem>;
  /** Takes the payment of a line back. */
  takeBack(tx: Transaction, match: Match, payment: LinePayment): Promise<void>;
  /** Open ones of the currency of which one of the amounts remains, or that have one of the numbers; some where they are many. */
  find(scope: ReadScope, wanted: { currency: string; amounts: string[]; numbers: string[] }): Promise<OpenItem[]>;
}

export interface OpenItems extends Record<OpenItemType, OpenItemSource> {
  /** Each line with what it may have paid. */
  suggest(scope: ReadScope, currency: string | null, lines: readonly BankLine[]): Promise<Suggestion[][]>;
}

/** Amounts, and numbers, that are looked up at once: so the commonest of them hides few others. */
const AT_ONCE = 500;
/** Documents of one amount that are compared with a line: thousands may cost the same. */
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
  /** The search for documents that the line may have paid; undefined for a line that moved nothing. */
  wanted: Wanted | undefined;
}

/** Each line is held against those alone that its amount or its numbers have found. */
async function likeliest(currency: string, sought: readonly Sought[], found: readonly OpenItem[]) {
  const byAmount = Map.groupBy(found, ({ remaining }) => remaining);
  const byNumber = Map.groupBy(found, ({ number }) => number);
  const stints = new Stints();
  const suggestions: Suggestion[][] = [];
  for (const { line, wanted } of sought) {
    await stints.giveWay();
    const near = [
      ...(byAmount.get(wanted?.amount ?? '') ?? []).slice(0, NEAR),
      ...(wanted?.numbers ?? []).flatMap((number) => byNumber.get(number) ?? []),
    ];
    suggestions.push(suggestionsFor(line, currency, [...new Set(near)], wanted));
  }
  return suggestions;
}

function batchesOf(values: readonly string[]): string[][] {
  const distinct = [...new Set(values)];
  return Array.from({ length: Math.ceil(distinct.length / AT_ONCE) }, (_, index) =>
    distinct.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
}
