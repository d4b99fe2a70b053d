import type { Collection } from 'mongoose';
import { FairQueue, type WaitLimit } from '../concurrency/fair-queue.ts';
import { TimeSlices } from '../concurrency/time-slices.ts';
import { AppError, invalidField } from '../domain/errors.ts';
import { ExactSum } from '../domain/exact-sum.ts';
import { amountText, type Decimal, roundTo } from '../domain/money.ts';
import { inTime } from '../mongo/read-limits.ts';

/** The totals of a list. Matches the ListTotals of the contracts. */
export interface ListTotals {
  count: number;
  byCurrency: { currency?: string; count: number; sums: { field: string; sum: string }[] }[];
}

/** The amounts that the totals of a list add, and the currencies by which they are added. */
export interface Totalled {
  /** The names of the amounts. */
  amounts: readonly string[];
  /** The stored fields that they are read from. Default: the amounts. */
  fields?: readonly string[];
  /** The amounts of a stored record, in the order of their names. Default: its fields with these names. */
  amountsOf?(stored: Document): readonly Amount[];
  /** The stored field by which amounts are added. Default: `currency`. */
  groupedBy?: string;
  /** The currencies of the groups, if these are not currencies. Groups without a currency are left out. */
  currenciesOf?(orgId: string, groups: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type Amount = number | string | null | undefined;
type Document = Readonly<Record<string, never>>;

/** The records that a list selects. */
interface Selected {
  orgId: string;
  filter: object;
  /** The index of a search. */
  hint?: Readonly<Record<string, 1>> | undefined;
  /** Their number, as the list has counted them. */
  count: number;
}

/** Maximum number of records whose amounts are added (decisions 1: Totals). */
export const MAX_TOTALLED = 100_000;
/** Records of one batch of the cursor. */
const BATCH_SIZE = 1_000;
/** Milliseconds before the caller's deadline. Then the refusal still arrives, and no circuit breaker counts a failure. */
const MARGIN = 250;
/** Groups whose currencies are read at once. */
const GROUPS = 1_000;

/**
 * Queue of totals. Each reads up to 100,000 records. One running and two waiting of an org are enough for a page that shows
 * several lists; more would take the turns of other lists in the gateway.
 */
const turns = new FairQueue({
  name: 'lists.totals',
  limit: 2,
  maxWaiting: 2,
  maxWaitingInAll: 16,
  maxWait: 3_000,
  full: { message: 'Too many totals are being added; ask for fewer at a time' },
});

/**
 * The number of the selected records, and the exact sums of their amounts by currency. The records are read in the turn of
 * their org, in time slices. Errors: validation_failed for more than MAX_TOTALLED; rate_limited if the turn does not come,
 * or the records cannot be read in time; deadline_exceeded if the caller has gone.
 */
export async function totalsOf(
  collection: Collection,
  selected: Selected,
  totalled: Totalled,
  { deadline, signal }: WaitLimit,
): Promise<ListTotals> {
  const { orgId, count } = selected;
  if (count > MAX_TOTALLED) {
    const why = `at most ${MAX_TOTALLED} records are added, and the filters select ${count}; use narrower filters`;
    throw invalidField(['query', 'totals'], why, true);
  }
  const waitLimit = { deadline: deadline - MARGIN, ...(signal && { signal }) };
  const adding = turns.run(orgId, waitLimit, async () => {
    const groups = await added(collection, selected, totalled, waitLimit);
    return shown(await byCurrency(groups, orgId, totalled), totalled.amounts);
  });
  return adding.catch((error) => {
    throw error instanceof AppError && error.code === 'deadline_exceeded' && !signal?.aborted ? tooSlow(error) : error;
  });
}

/** The totals of no records. */
export const noTotals = (): ListTotals => ({ count: 0, byCurrency: [] });

interface Group {
  count: number;
  sums: ExactSum[];
}

type Groups = Map<string | null, Group>;

async function added(
  collection: Collection,
  { filter, hint }: Selected,
  { amounts, fields = amounts, groupedBy = 'currency', amountsOf }: Totalled,
  waitLimit: WaitLimit,
): Promise<Groups> {
  const projection = { _id: 0, [groupedBy]: 1, ...Object.fromEntries(fields.map((field) => [field, 1])) };
  const read = amountsOf ?? ((stored: Document) => amounts.map((name) => stored[name]));
  const groups: Groups = new Map();
  const timeSlices = new TimeSlices();
  await inTime(waitLimit, async (time) => {
    const options = { projection, batchSize: BATCH_SIZE, ...(hint && { hint }), ...time };
    const cursor = collection.find<Document>(filter as never, options as never);
    try {
      while (await cursor.hasNext()) {
        if (Date.now() >= waitLimit.deadline || waitLimit.signal?.aborted) throw tooLate();
        for (const stored of cursor.readBufferedDocuments()) {
          await timeSlices.giveWay();
          const group = groupIn(groups, stored[groupedBy] ?? null, amounts.length);
          group.count += 1;
          for (const [index, amount] of read(stored).entries()) group.sums[index]?.add(amount);
        }
      }
    } finally {
      await cursor.close();
    }
  });
  return groups;
}

function groupIn(groups: Groups, key: string | null, amounts: number): Group {
  let group = groups.get(key);
  if (!group) {
    group = { count: 0, sums: Array.from({ length: amounts }, () => new ExactSum()) };
    groups.set(key, group);
  }
  return group;
}

/** The groups, joined by their currencies. */
async function byCurrency(groups: Groups, orgId: string, { currenciesOf, amounts }: Totalled): Promise<Groups> {
  if (!currenciesOf) return groups;
  const joined: Groups = new Map();
  const timeSlices = new TimeSlices();
  const all = [...groups];
  for (let from = 0; from < all.length; from += GROUPS) {
    const part = all.slice(from, from + GROUPS);
    const currencies = await currenciesOf(
      orgId,
      part.flatMap(([key]) => key ?? []),
    );
    for (const [key, { count, sums }] of part) {
      await timeSlices.giveWay();
      const group = groupIn(joined, currencies.get(key ?? '') ?? null, amounts.length);
      group.count += count;
      for (const [index, sum] of sums.entries()) group.sums[index]?.addSum(sum);
    }
  }
  return joined;
}

/** Sorted by currency; amounts without a currency are the last. */
function shown(groups: Groups, amounts: readonly string[]): ListTotals {
  const sorted = [...groups].sort(
    ([a], [b]) => Number(a === null) - Number(b === null) || (String(a) < String(b) ? -1 : 1),
  );
  return {
    count: sorted.reduce((sum, [, { count }]) => sum + count, 0),
    // Without amounts, the records have no currency.
    byCurrency: (amounts.length === 0 ? [] : sorted).map(([currency, { count, sums }]) => ({
      ...(currency !== null && { currency }),
      count,
      sums: amounts.map((field, index) => ({ field, sum: sumText(currency, sums[index]?.value) })),
    })),
  };
}

/** With the digits of the minor unit, unless a record of an earlier version has more. */
function sumText(currency: string | null, sum: Decimal | undefined): string {
  if (!sum) return '';
  const isRounded = currency !== null && roundTo(currency, sum).eq(sum);
  return isRounded ? amountText(currency, sum) : sum.toFixed();
}

const tooLate = () => new AppError('deadline_exceeded', 'The amounts could not be added in time');
const tooSlow = (cause: Error) =>
  new AppError('rate_limited', 'The totals could not be added in time; use narrower filters, or ask again', {
    cause,
    retryAfter: 1,
  });
