import type { FieldIssue } from '#chassis/domain/errors.ts';
import { valueError } from '../../payload/validate.ts';
import type { Fields } from './fields.ts';
import type { FoundStatement, StatementFormat } from './statement-reader.ts';

/** Open Financial Exchange 1 and 2: statements of bank accounts and of credit cards. */
export const ofx: StatementFormat = {
  statements: new Set(['STMTRS', 'CCSTMTRS']),
  line: 'STMTTRN',
  apart: new Set(['LEDGERBAL']),
};

export function ofxStatement({ fields, apart: [balance] }: FoundStatement, file: Fields) {
  return {
    accountNumber: fields.first('BANKACCTFROM/ACCTID', 'CCACCTFROM/ACCTID'),
    currency: fields.first('CURDEF'),
    bankName: file.first('OFX/SIGNONMSGSRSV1/SONRS/FI/ORG'),
    statementDate: dateOf(balance?.first('DTASOF')) ?? dateOf(fields.first('BANKTRANLIST/DTEND')),
    balance: amountOf(balance?.first('BALAMT')),
  };
}

/**
 * Faults of a transaction. An amount with CURRENCY is in that currency, and is not converted. An amount with
 * ORIGCURRENCY was already converted by the bank.
 */
export function ofxFaults(transaction: Fields, { fields }: FoundStatement): FieldIssue[] {
  const said = transaction.first('CURRENCY/CURSYM', 'CURRENCY/CURRATE');
  if (said === undefined || said === fields.first('CURDEF')) return [];
  const at = ['body', String(transaction.line), 'CURRENCY'];
  return [valueError(at, 'it is in another currency than its statement', null)];
}

export function ofxLine(fields: Fields) {
  const amount = amountOf(fields.first('TRNAMT'));
  const words = fields.all('NAME', 'PAYEE/NAME', 'MEMO');
  const isDebit = amount?.startsWith('-');
  return {
    transactionDate: dateOf(fields.first('DTPOSTED')),
    description: words.length > 0 ? words.join(' ') : undefined,
    referenceNo: fields.first('REFNUM', 'CHECKNUM', 'FITID'),
    ...(isDebit ? { debit: amount?.slice(1) } : { credit: amount?.replace('+', '') }),
  };
}

/** Turns `20260203120000.000[-5:EST]` into 2026-02-03. Text that is not a date stays unchanged. */
function dateOf(sent: string | undefined): string | undefined {
  if (sent === undefined || !/^\d{8}/.test(sent)) return sent;
  return `${sent.slice(0, 4)}-${sent.slice(4, 6)}-${sent.slice(6, 8)}`;
}

/** Some banks write a comma instead of the decimal point. */
const amountOf = (sent: string | undefined): string | undefined => sent?.replace(',', '.');
