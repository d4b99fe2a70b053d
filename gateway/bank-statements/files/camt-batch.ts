import { Big } from 'big.js';
import { CREDITOR, camtDate, DEBTOR, DIRECTIONS, NONE } from './camt.ts';
import type { Fields } from './fields.ts';

/** A transaction of an entry. Only what a line needs, because an entry can have thousands. */
export interface Transaction {
  /** The line of the file where it begins. */
  line: number;
  amount: string | undefined;
  currency: string | undefined;
  /** CRDT or DBIT; undefined: as its entry. */
  direction: string | undefined;
  debtor: string | undefined;
  creditor: string | undefined;
  description: string | undefined;
  referenceNo: string | undefined;
}

/** Maximum characters of an amount that is added. */
const MAX_AMOUNT_LENGTH = 40;
const AMOUNT = /^\d+(?:\.\d+)?$/;
/** Paths of the amount, the most exact first. Version 2 of the message has it only in the details. */
const AMOUNTS = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];

export function camtTransaction(fields: Fields): Transaction {
  const path = AMOUNTS.find((one) => fields.first(one) !== undefined) ?? 'Amt';
  const references = fields.all('RmtInf/Strd/CdtrRefInf/Ref', 'Refs/EndToEndId', 'Refs/AcctSvcrRef', 'Refs/TxId');
  const words = fields.all('RmtInf/Ustrd', 'AddtlTxInf');
  return {
    line: fields.line,
    amount: fields.first(path),
    currency: fields.first(`${path}@Ccy`),
    direction: fields.first('CdtDbtInd'),
    debtor: fields.first(...DEBTOR),
    creditor: fields.first(...CREDITOR),
    description: words.length > 0 ? words.join(' ') : undefined,
    referenceNo: references.find((reference) => reference !== NONE),
  };
}

/**
 * The lines of a batch: one for each transaction. Returns undefined if the entry is no batch, or if the transactions do
 * not sum to its amount in its currency, for example because it has charges (decisions 7: Statement import).
 */
export function batchLines(entry: Fields, transactions: readonly Transaction[]) {
  if (transactions.length < 2) return undefined;
  const currency = entry.first('Amt@Ccy');
  const direction = entry.first('CdtDbtInd');
  const amount = entry.first('Amt');
  if (!isAmount(amount) || !transactions.every((one) => canBeAdded(one, currency))) return undefined;
  let sum = new Big(0);
  for (const { amount: part = '', direction: own = direction } of transactions) {
    sum = own === direction ? sum.plus(part) : sum.minus(part);
  }
  if (!sum.eq(amount)) return undefined;
  // The texts of the entry stand for those that a transaction does not have.
  const own = {
    transactionDate: camtDate(entry),
    description: entry.first('AddtlNtryInf'),
    referenceNo: entry.all('AcctSvcrRef', 'NtryRef').find((reference) => reference !== NONE),
  };
  return transactions.map((one) => ({ line: one.line, fields: lineOf(one, own, one.direction ?? direction) }));
}

type EntryTexts = Record<'transactionDate' | 'description' | 'referenceNo', string | undefined>;

function lineOf({ amount, debtor, creditor, ...one }: Transaction, entry: EntryTexts, direction: string | undefined) {
  const isDebit = direction === 'DBIT';
  const words = [isDebit ? creditor : debtor, one.description].filter((text) => text !== undefined);
  return {
    transactionDate: entry.transactionDate,
    description: words.length > 0 ? words.join(' ') : entry.description,
    referenceNo: one.referenceNo ?? entry.referenceNo,
    ...(isDebit ? { debit: amount } : { credit: amount }),
  };
}

const isAmount = (text: string | undefined): text is string =>
  text !== undefined && text.length <= MAX_AMOUNT_LENGTH && AMOUNT.test(text);

const canBeAdded = (one: Transaction, currency: string | undefined): boolean =>
  isAmount(one.amount) &&
  one.currency === currency &&
  (one.direction === undefined || DIRECTIONS.includes(one.direction));
