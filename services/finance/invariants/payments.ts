import { add, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import { byOrg, type Fault, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { invoiceStatuses } from '#proto/finance/v1/invoice.contract.ts';
import type { BankLine } from '../bank-statements/domain/bank-line.ts';
import { paidBy } from '../bank-statements/domain/open-item.ts';
import { canonicalText } from '../documents/domain/decimal-text.ts';
import type { Invoice } from '../invoices/domain/invoice.ts';
import { isIssued } from '../invoices/domain/invoice-status.ts';
import type { Payment } from '../invoices/domain/payment.ts';
import { remainingOf, withPaymentDefaults } from '../purchase-orders/domain/payment.ts';
import type { PurchaseOrder } from '../purchase-orders/domain/purchase-order.ts';

type Stored<Record, Fields extends keyof Record> = Pick<Record, Fields> & { _id: string; orgId: string };
type PaidInvoice = Stored<
  Invoice,
  'paidAmount' | 'discountTaken' | 'allocatedAmount' | 'creditedAmount' | 'totalAmount'
>;
type Note = Stored<Invoice, 'correctsInvoiceId' | 'totalAmount'>;
type PaidOrder = Stored<PurchaseOrder, 'documentId' | 'status' | 'currency' | 'total' | 'paid' | 'remaining'>;
type Line = Stored<BankLine, 'bankStatementId' | 'matchStatus' | 'match' | 'debit' | 'credit' | 'amount'>;
type StoredPayment = Stored<
  Payment,
  'invoiceId' | 'amount' | 'discount' | 'bankLineId' | 'counterpartId' | 'creditNoteId' | 'allocatedInvoiceId'
>;

const ISSUED = invoiceStatuses.filter(isIssued);

const LINE_FIELDS = ['orgId', 'bankStatementId', 'matchStatus', 'match', 'debit', 'credit', 'amount'];

/** The paid amount of a document is the sum of its payments and matches (decisions 7: Payments). */
export const payments: readonly Invariant[] = [
  invariantOf<PaidInvoice>(
    { name: 'payments', collection: 'invoices', fields: ['orgId', 'paidAmount', 'discountTaken', 'allocatedAmount'] },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const filter = { orgId, invoiceId: { $in: own.map(({ _id }) => _id) } };
        const fields = ['invoiceId', 'amount', 'discount', 'counterpartId'];
        const made = await reader.find<StoredPayment>('invoice_payments', filter, fields);
        const paymentsOf = Map.groupBy(made, ({ invoiceId }) => invoiceId);
        return own.flatMap(({ _id, paidAmount, discountTaken, allocatedAmount }) => {
          const record = { orgId, record: `invoice ${_id}` };
          const own = paymentsOf.get(_id) ?? [];
          const allocated = own.filter(({ counterpartId }) => counterpartId);
          const discounts = own.map(({ discount }) => discount);
          const paid = sumOf([...own.map(({ amount }) => amount), ...discounts]);
          return [
            ...unequal(record, 'paidAmount', paidAmount, paid, 'its payments come to'),
            ...unequal(record, 'discountTaken', discountTaken ?? 0, sumOf(discounts), 'its payments took'),
            ...unequal(
              record,
              'allocatedAmount',
              allocatedAmount ?? 0,
              sumOf(allocated.map(({ amount }) => amount)),
              'its allocations come to',
            ),
          ];
        });
      }),
  ),
  invariantOf<StoredPayment>(
    {
      name: 'allocations',
      collection: 'invoice_payments',
      filter: { counterpartId: { $gte: '' } },
      fields: ['orgId', 'invoiceId', 'amount', 'counterpartId', 'creditNoteId', 'allocatedInvoiceId'],
    },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const ids = own.map(({ counterpartId }) => counterpartId);
        const fields = ['invoiceId', 'amount', 'counterpartId'];
        const others = await reader.find<StoredPayment>('invoice_payments', { orgId, _id: { $in: ids } }, fields);
        const byId = new Map(others.map((other) => [other._id, other]));
        return own.flatMap(({ _id, amount, counterpartId, creditNoteId, allocatedInvoiceId }): Fault[] => {
          const other = byId.get(counterpartId ?? '');
          const isPair =
            other?.counterpartId === _id &&
            other.amount === amount &&
            other.invoiceId === (creditNoteId ?? allocatedInvoiceId);
          if (isPair) return [];
          return [{ orgId, record: `payment ${_id}`, says: `its counterpart ${counterpartId} is not of ${amount}` }];
        });
      }),
  ),
  invariantOf<PaidInvoice>(
    { name: 'credited', collection: 'invoices', fields: ['orgId', 'creditedAmount', 'totalAmount'] },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const filter = { orgId, correctsInvoiceId: { $in: own.map(({ _id }) => _id) }, status: { $in: ISSUED } };
        const notes = await reader.find<Note>('invoices', filter, ['correctsInvoiceId', 'totalAmount']);
        const notesOf = Map.groupBy(notes, ({ correctsInvoiceId }) => correctsInvoiceId);
        return own.flatMap(({ _id, creditedAmount, totalAmount }) => {
          const record = { orgId, record: `invoice ${_id}` };
          const due = sumOf((notesOf.get(_id) ?? []).map((note) => note.totalAmount));
          const says = `${due} are credited of ${totalAmount}`;
          return [
            ...unequal(record, 'creditedAmount', creditedAmount ?? 0, due, 'its credit notes come to'),
            ...(due > (totalAmount ?? 0) ? [{ ...record, says }] : []),
          ];
        });
      }),
  ),
  invariantOf<PaidOrder>(
    {
      name: 'payments',
      collection: 'purchase_orders',
      fields: ['orgId', 'documentId', 'status', 'currency', 'total', 'paid', 'remaining'],
    },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const targets = own.map(({ _id }) => `purchase_order:${_id}`);
        const filter = { orgId, target: { $in: targets }, kind: 'bank_line' };
        const matches = await reader.find<{ source: string }>('references', filter, ['source']);
        const ids = matches.map(({ source }) => source.slice('bank_line:'.length));
        const lines = await reader.find<Line>('bank_lines', { orgId, _id: { $in: ids } }, LINE_FIELDS);
        const linesOf = Map.groupBy(lines, ({ match }) => match?.key);
        return own.map(withPaymentDefaults).flatMap(({ _id, total, paid, remaining }) => {
          const due = remainingOf(total, canonicalText(add(...(linesOf.get(_id) ?? []).map(paidBy))));
          const record = { orgId, record: `purchase order ${_id}` };
          return [
            ...unequal(record, 'paid', paid, due.paid, 'what lines of bank statements have paid comes to'),
            ...unequal(record, 'remaining', remaining, due.remaining, 'of its total there are left'),
          ];
        });
      }),
  ),
  invariantOf<StoredPayment>(
    {
      name: 'payments',
      collection: 'invoice_payments',
      filter: { bankLineId: { $gte: '' } },
      fields: ['orgId', 'invoiceId', 'amount', 'bankLineId'],
    },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const ids = own.map(({ bankLineId }) => bankLineId);
        const lines = await reader.find<Line>('bank_lines', { orgId, _id: { $in: ids } }, LINE_FIELDS);
        const lineOf = new Map(lines.map((line) => [line._id, line]));
        return own.flatMap(({ _id, bankLineId, amount }): Fault[] => {
          const line = lineOf.get(bankLineId ?? '');
          const isMatched = line?.match?.paymentId === _id && paidBy(line).eq(parseDecimal(amount));
          if (isMatched) return [];
          return [
            { orgId, record: `payment ${_id}`, says: `line ${bankLineId} is not matched by it, or not with ${amount}` },
          ];
        });
      }),
  ),
  invariantOf<Line>(
    { name: 'payments', collection: 'bank_lines', filter: { matchStatus: 'matched' }, fields: LINE_FIELDS },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const ids = own.flatMap(({ match }) => match?.paymentId ?? []);
        const made = await reader.find<StoredPayment>('invoice_payments', { orgId, _id: { $in: ids } }, ['bankLineId']);
        const lineOf = new Map(made.map(({ _id, bankLineId }) => [_id, bankLineId]));
        return own.flatMap(({ _id, match }): Fault[] => {
          const record = { orgId, record: `bank line ${_id}` };
          if (!match) return [{ ...record, says: 'is matched with nothing' }];
          if (match.type !== 'invoice' || lineOf.get(match.paymentId ?? '') === _id) return [];
          return [{ ...record, says: `is matched by payment ${match.paymentId}, which is not there` }];
        });
      }),
  ),
  invariantOf<Stored<{ lineCount: number; matchedLineCount: number }, 'lineCount' | 'matchedLineCount'>>(
    { name: 'lines', collection: 'bank_statements', fields: ['orgId', 'lineCount', 'matchedLineCount'], page: 20 },
    async (rows, reader) => {
      const faults: Fault[] = [];
      for (const { _id, orgId, lineCount, matchedLineCount } of rows) {
        const of = { orgId, bankStatementId: _id };
        const record = { orgId, record: `bank statement ${_id}` };
        const [lines, matched] = [
          await reader.count('bank_lines', of),
          await reader.count('bank_lines', { ...of, matchStatus: 'matched' }),
        ];
        faults.push(...unequal(record, 'lineCount', lineCount, lines, 'there are'));
        faults.push(...unequal(record, 'matchedLineCount', matchedLineCount, matched, 'there are'));
      }
      return faults;
    },
  ),
];

/** The sum; null counts as 0, for fields that a payment of an earlier version lacks. */
const sumOf = (amounts: readonly (number | null | undefined)[]): number =>
  toNumber(add(...amounts.map((amount) => parseDecimal(amount ?? 0))));

function unequal(
  record: Pick<Fault, 'orgId' | 'record'>,
  field: string,
  stored: unknown,
  due: unknown,
  because: string,
): Fault[] {
  return stored === due ? [] : [{ ...record, says: `${field} is ${stored}, and ${because} ${due}` }];
}
