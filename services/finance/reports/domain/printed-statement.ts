import { amountText, parseDecimal } from '#chassis/domain/money.ts';
import type { ClientStatementRow } from '#proto/finance/v1/report.contract.ts';
import {
  type Column,
  factsOf,
  fileNameOf,
  type Party,
  type PrintedDocument,
} from '../../pdf/domain/printed-document.ts';
import type { Period } from './client-statement.ts';

const COLUMNS: Column[] = [
  { title: 'Date' },
  { title: 'Document', fills: true },
  { title: 'Due' },
  { title: 'Amount', align: 'right' },
  { title: 'Balance', align: 'right' },
];

const NAMES: Record<ClientStatementRow['kind'], string> = {
  opening: 'Opening balance',
  invoice: 'Invoice',
  credit_note: 'Credit note',
  payment: 'Payment of',
  discount: 'Discount on',
  refund: 'Refund of',
  allocation: 'Credit note for',
  closing: 'Closing balance',
};

interface Parts extends Period {
  issuer: Party;
  client: Party;
  /** Day of the statement, as an ISO 8601 date. */
  asOf: string;
  now: Date;
}

/** The statement of a client as a document to print. */
export function printedStatement(
  rows: readonly ClientStatementRow[],
  { issuer, client, asOf, now, from, to }: Parts,
): PrintedDocument {
  const closing = rows.filter(({ kind }) => kind === 'closing');
  const until =
    closing
      .flatMap(({ date }) => date ?? [])
      .toSorted()
      .at(-1) ??
    to ??
    asOf;
  return {
    title: 'Statement of account',
    number: '',
    mark: null,
    fileName: fileNameOf('Statement', client.name, to ?? asOf),
    changedAt: now,
    issuer,
    parties: [{ label: 'Client', ...client }],
    facts: factsOf({ From: from, Until: until, Currency: closing.map(({ currency }) => currency).join(', ') }),
    columns: COLUMNS,
    lines: rows.map(({ currency, date, kind, invoiceNumber, reference, dueDate, amount, balance }) => [
      date ?? '',
      [NAMES[kind], invoiceNumber, reference && `(${reference})`].filter(Boolean).join(' '),
      dueDate ?? '',
      amount === null ? '' : amountText(currency, parseDecimal(amount)),
      `${amountText(currency, parseDecimal(balance))} ${currency}`,
    ]),
    totals: closing.map(({ currency, balance }) => ({
      label: `Balance due ${currency}`,
      value: amountText(currency, parseDecimal(balance)),
    })),
    notes: null,
  };
}
