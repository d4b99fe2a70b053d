import type { FieldIssue } from '#chassis/domain/errors.ts';
import { valueError } from '../../payload/validate.ts';
import type { Fields } from './fields.ts';
import type { FoundStatement, StatementFormat } from './statement-reader.ts';

/**
 * ISO 20022, camt.053. A statement is Document/BkToCstmrStmt/Stmt, and has an Ntry for each line. Its TxDtls are the
 * transactions of a batch. The entries of camt.052 and camt.054 come again in a camt.053, in other words.
 */
export const camt: StatementFormat = {
  statements: new Set(['Stmt']),
  line: 'Ntry',
  apart: new Set(['Bal']),
  part: 'TxDtls',
  refused: new Map([
    [
      'BkToCstmrAcctRpt',
      'the file is a camt.052, the report of a day that is not closed; a camt.053 statement is needed',
    ],
    ['BkToCstmrDbtCdtNtfctn', 'the file is a camt.054, a debit or credit notification; a camt.053 statement is needed'],
  ]),
};

/** The code of the booked closing balance. */
const CLOSING = 'CLBD';

export function camtStatement({ fields, apart }: FoundStatement) {
  const balance = closing(apart);
  return {
    accountNumber: fields.first('Acct/Id/IBAN', 'Acct/Id/Othr/Id'),
    bankName: fields.first('Acct/Svcr/FinInstnId/Nm'),
    statementDate: fields.first('CreDtTm'),
    balance: balance && signed(balance),
  };
}

const closing = (balances: readonly Fields[]) => balances.find((one) => one.first('Tp/CdOrPrtry/Cd') === CLOSING);

/** The currency of a statement: its own, else that of its closing balance, else that of its first entry. */
export const camtCurrency = ({ fields, apart }: FoundStatement, entry?: Fields): string | undefined =>
  fields.first('Acct/Ccy') ?? closing(apart)?.first('Amt@Ccy') ?? entry?.first('Amt@Ccy');

/** Faults of an entry. An unclear direction, currency or booking status is a fault, because a guess could be wrong. */
export function camtFaults(entry: Fields, currency: string | undefined): FieldIssue[] {
  const fault = (name: string, error: string) => valueError(['body', String(entry.line), name], error, null);
  const said = entry.first('Amt@Ccy');
  return [
    ...(DIRECTIONS.includes(entry.first('CdtDbtInd')) ? [] : [fault('CdtDbtInd', 'it is CRDT or DBIT')]),
    ...(said === undefined || said === currency ? [] : [fault('Amt', 'it is in another currency than its statement')]),
    ...(isBooked(entry) ? [] : [fault('Sts', 'the entry is not booked')]),
  ];
}

/**
 * True if the entry is booked. Later versions of the message have a code, or a bank's own word, which is not
 * understood.
 */
const isBooked = (entry: Fields): boolean =>
  entry.all('Sts', 'Sts/Cd').every((status) => status === BOOKED) && entry.first('Sts/Prtry') === undefined;

const BOOKED = 'BOOK';

export const DIRECTIONS: readonly (string | undefined)[] = ['CRDT', 'DBIT'];

/** A balance with its sign. The file has debits as positive amounts with a mark. */
function signed(fields: Fields): string | undefined {
  const amount = fields.first('Amt');
  return amount !== undefined && isDebit(fields) ? `-${amount}` : amount;
}

const isDebit = (fields: Fields): boolean => fields.first('CdtDbtInd') === 'DBIT';

const TX = 'NtryDtls/TxDtls';
/** The file's text for a missing reference. */
export const NONE = 'NOTPROVIDED';

export const camtDate = (entry: Fields): string | undefined =>
  entry.first('BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm');

export function camtLine(fields: Fields) {
  const amount = fields.first('Amt');
  const parties = isDebit(fields) ? CREDITOR : DEBTOR;
  const words = fields.all(
    'AddtlNtryInf',
    ...parties.map((path) => `${TX}/${path}`),
    `${TX}/RmtInf/Ustrd`,
    `${TX}/AddtlTxInf`,
  );
  const references = fields.all(`${TX}/RmtInf/Strd/CdtrRefInf/Ref`, `${TX}/Refs/EndToEndId`, 'AcctSvcrRef', 'NtryRef');
  return {
    transactionDate: camtDate(fields),
    description: words.length > 0 ? words.join(' ') : undefined,
    referenceNo: references.find((reference) => reference !== NONE),
    ...(isDebit(fields) ? { debit: amount } : { credit: amount }),
  };
}

/** Paths of the payee's or payer's name. Later versions of the message have it one level deeper. */
export const CREDITOR = ['RltdPties/Cdtr/Nm', 'RltdPties/Cdtr/Pty/Nm'];
export const DEBTOR = ['RltdPties/Dbtr/Nm', 'RltdPties/Dbtr/Pty/Nm'];
