import { add, type Decimal, parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { ClientStatementRow } from '#proto/finance/v1/report.contract.ts';
import { dayText } from '../../documents/domain/days.ts';
import { isCreditNote } from '../../invoices/domain/invoice-status.ts';
import type { LedgerInvoice, LedgerPayment } from '../../invoices/domain/ledger.ts';

type Kind = ClientStatementRow['kind'];

/** A movement of what the client owes. */
interface Movement extends Omit<ClientStatementRow, 'amount' | 'balance' | 'date'> {
  day: string;
  amount: Decimal;
}

/** Days of a statement, as ISO 8601 dates, both included. */
export interface Period {
  from?: string | undefined;
  to?: string | undefined;
}

const NOTHING = parseDecimal(0);

/** The balance of a client by currency, after each invoice and payment (decisions 7: Reports). */
export class ClientStatement {
  readonly #invoices = new Map<string, LedgerInvoice & { currency: string }>();
  readonly #payments: LedgerPayment[] = [];

  /** An invoice without a currency is owed by nobody. */
  addInvoice(invoice: LedgerInvoice): void {
    const { currency } = invoice;
    if (currency !== null) this.#invoices.set(invoice.id, { ...invoice, currency });
  }

  addPayment(payment: LedgerPayment): void {
    if (this.#invoices.has(payment.invoiceId)) this.#payments.push(payment);
  }

  get invoiceIds(): string[] {
    return [...this.#invoices.keys()];
  }

  /**
   * The rows of each currency, in steps: the opening balance, the movements of the period by day, and the closing balance.
   */
  *rows({ from = '', to }: Period, today: string): Generator<void, ClientStatementRow[]> {
    const byCurrency = new Map<string, Movement[]>();
    for (const movement of this.#movements()) {
      yield;
      const known = byCurrency.get(movement.currency);
      if (known) known.push(movement);
      else byCurrency.set(movement.currency, [movement]);
    }
    const rows: ClientStatementRow[] = [];
    const currencies = [...byCurrency].sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [currency, movements] of currencies) {
      const inOrder = movements.sort((one, other) => (one.day < other.day ? -1 : Number(one.day > other.day)));
      let balance = NOTHING;
      for (const { amount, day } of inOrder) {
        yield;
        if (day < from) balance = add(balance, amount);
      }
      rows.push(balanceRow('opening', currency, from || null, balance));
      let last = today;
      for (const { amount, day: date, ...movement } of inOrder) {
        yield;
        if (date < from || (to !== undefined && date > to)) continue;
        balance = add(balance, amount);
        rows.push({ ...movement, date, amount: toNumber(amount), balance: toNumber(balance) });
        // Documents may have dates to come.
        if (date > last) last = date;
      }
      rows.push(balanceRow('closing', currency, to ?? last, balance));
    }
    return rows;
  }

  *#movements(): Generator<Movement> {
    const unexplained = new Map([...this.#invoices].map(([id, { paidAmount }]) => [id, parseDecimal(paidAmount)]));
    for (const payment of this.#payments) {
      const { invoiceId, amount, discount } = payment;
      const left = unexplained.get(invoiceId) ?? NOTHING;
      unexplained.set(invoiceId, left.minus(amount).minus(discount ?? 0));
      yield* this.#paid(payment);
    }
    for (const invoice of this.#invoices.values()) {
      yield movementOf(invoice, isCreditNote(invoice) ? 'credit_note' : 'invoice', {
        day: dayOf(invoice.issuedDate, invoice),
        amount: parseDecimal(invoice.totalAmount ?? 0),
        dueDate: invoice.dueDate,
      });
      // An invoice of an earlier version may be paid without a payment.
      const amount = unexplained.get(invoice.id) ?? NOTHING;
      if (amount.gt(0)) yield paymentOf(invoice, 'payment', { day: dayOf(invoice.issuedDate, invoice), amount });
    }
  }

  *#paid(payment: LedgerPayment): Generator<Movement> {
    const { invoiceId, amount, discount, date, reference, creditNoteId, allocatedInvoiceId } = payment;
    const invoice = this.#invoices.get(invoiceId);
    if (!invoice) return;
    const day = dayOf(date, payment);
    const other = creditNoteId ?? allocatedInvoiceId;
    // An allocation between two documents of the client changes nothing of what it owes.
    if (other !== null && other !== undefined && this.#invoices.has(other)) return;
    const kind = other ? 'allocation' : isCreditNote(invoice) ? 'refund' : 'payment';
    yield paymentOf(invoice, kind, { day, amount: parseDecimal(amount), reference });
    if (discount) yield paymentOf(invoice, 'discount', { day, amount: parseDecimal(discount) });
  }
}

type Change = Pick<Movement, 'day' | 'amount'> & Partial<Pick<Movement, 'dueDate' | 'reference'>>;

function movementOf(
  invoice: LedgerInvoice & { currency: string },
  kind: Kind,
  { amount, ...change }: Change,
): Movement {
  return {
    ...{ currency: invoice.currency, kind, invoiceId: invoice.id, invoiceNumber: invoice.invoiceNumber },
    ...{ dueDate: null, reference: null },
    ...change,
    amount: isCreditNote(invoice) ? amount.neg() : amount,
  };
}

const paymentOf = (invoice: LedgerInvoice & { currency: string }, kind: Kind, change: Change): Movement =>
  movementOf(invoice, kind, { ...change, amount: change.amount.neg() });

/** The day of a date in UTC. A date that ISO 8601 does not read counts as the day on which the record was made. */
const dayOf = (date: string | null, { createdAt }: { createdAt: Date }): string =>
  dayText(date) ?? createdAt.toISOString().slice(0, 10);

const balanceRow = (kind: Kind, currency: string, date: string | null, balance: Decimal): ClientStatementRow => ({
  ...{ currency, date, kind, invoiceId: null, invoiceNumber: null, dueDate: null, reference: null, amount: null },
  balance: toNumber(balance),
});
