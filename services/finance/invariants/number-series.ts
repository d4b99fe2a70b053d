import { type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { type Counter, countIn, textsOf } from '../invoices/domain/invoice-number.ts';

/** Counters per batch. A counter has up to some 100,000 numbers. */
const PAGE = 1;

/** The counts of a series are those that it gave, and those that it left out (decisions 7: Invoice numbers). */
export const seriesHaveNoGaps: Invariant = invariantOf<Counter>(
  { name: 'gaps', collection: 'invoice_numbers', page: PAGE },
  async (counters, reader) => {
    const faults: Fault[] = [];
    for (const counter of counters) {
      const { orgId, last, skipped } = counter;
      // An earlier version did not store how many it left out.
      if (skipped === undefined) continue;
      const texts = textsOf(counter);
      // ':' follows the digits.
      const invoiceNumber = { $gte: texts.before, $lt: `${texts.before}:` };
      const filter = { orgId, invoiceNumber, isNumbered: true };
      const invoices = await reader.find<{ invoiceNumber: string }>('invoices', filter, ['invoiceNumber']);
      const counts = invoices.flatMap((invoice) => countIn(invoice.invoiceNumber, texts) ?? []);
      const given = new Set(counts.filter((count) => count <= last)).size;
      const says = `has counted to ${last}, has given ${given} numbers, and left out ${skipped}`;
      if (given + skipped < last) faults.push({ orgId, record: `series ${texts.before}#${texts.after}`, says });
    }
    return faults;
  },
);
