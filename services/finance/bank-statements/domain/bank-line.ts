import { AppError } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';
import { moveTo } from '#chassis/domain/lifecycle.ts';
import { timeAfter } from '#chassis/domain/record.ts';
import { bankLineMoves } from '#proto/finance/v1/bank-statement.contract.ts';
import { instantText, sharedAmountSortKey, sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import { lineAmounts } from './line-amounts.ts';
import type { Match, Suggestion } from './open-item.ts';

export type BankLineStatus = 'unmatched' | 'suggested' | 'matched' | 'ignored';

/** A line of a request. */
export interface BankLineInput {
  transactionDate?: string;
  description?: string;
  referenceNo?: string;
  debit?: number;
  credit?: number;
  balance?: number;
  amount?: number;
  /** JSON text of the free-form fields. The database stores text, so that it never reads a field name of the caller. */
  attributes?: string;
}

/** A line of a statement (decisions 6: Bank statement). */
export interface BankLine {
  id: string;
  orgId: string;
  bankStatementId: string;
  /** The first line of a statement has number 1. */
  lineNumber: number;
  /** The text that the caller sent. */
  transactionDate: string | null;
  description: string | null;
  referenceNo: string | null;
  debit: number | null;
  credit: number | null;
  balance: number | null;
  amount: number | null;
  attributes: string;
  matchStatus: BankLineStatus;
  /** The document with which the line is matched; null if the line is not matched. */
  match: Match | null;
  duplicateOf: string | null;
  /** Id of the statement that holds the line `duplicateOf`. */
  duplicateOfStatementId: string | null;
  suggestions: Suggestion[];
  updatedAt: Date;
}

/** The stored form of the date that has ranges. */
export const bankLineDates = { transactionDate: instantText };

/** Sort keys of fields that do not sort as callers expect. Both fields never change. */
export const bankLineSortKeys = {
  transactionDate: (line: Pick<BankLine, 'id' | 'transactionDate'>) => sharedDateSortKey(line.transactionDate, line),
  amount: (line: Pick<BankLine, 'id' | 'amount'>) => sharedAmountSortKey(line.amount, line),
};

/** A line in messages, before the names beside its ids are known. */
export type BankLineView = Omit<BankLine, 'orgId' | 'match' | 'duplicateOfStatementId' | 'updatedAt'> & {
  /** null if the caller of `bankLineView` does not know the statement. */
  bankStatementNumber: string | null;
  matchedTransferId: string | null;
  updatedAt: string;
};

/** The line in messages. `bankStatementNumber`: the documentId of its statement. */
export function bankLineView(line: BankLine, bankStatementNumber: string | null): BankLineView {
  const { orgId: _org, match, duplicateOfStatementId: _statement, updatedAt, ...shown } = line;
  return {
    ...shown,
    bankStatementNumber,
    matchedTransferId: match?.id ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

const RESOURCE = 'Bank line';

/** The status of a line before any move. */
export const firstStatus = (suggestions: readonly Suggestion[]): BankLineStatus =>
  suggestions.length > 0 ? 'suggested' : 'unmatched';

type Place = Pick<BankLine, 'id' | 'orgId' | 'bankStatementId' | 'lineNumber'>;

/**
 * Creates a line. `currency`: currency of the statement; null if it is unknown. Faults: an amount that is not credit -
 * debit; an amount above MAX_AMOUNT.
 */
export function newBankLine(
  input: BankLineInput,
  { currency, now, ...place }: Place & { currency: string | null; now: Date },
  faults: Faults,
): BankLine {
  return {
    ...place,
    transactionDate: input.transactionDate ?? null,
    description: input.description ?? null,
    referenceNo: input.referenceNo ?? null,
    ...lineAmounts(input, currency, faults),
    attributes: input.attributes ?? '{}',
    matchStatus: 'unmatched',
    match: null,
    duplicateOf: null,
    duplicateOfStatementId: null,
    suggestions: [],
    updatedAt: now,
  };
}

/** The line with its suggestions, before any move. A duplicate gets no suggestions. */
export const suggested = (line: BankLine, suggestions: Suggestion[]): BankLine =>
  line.duplicateOf === null ? { ...line, suggestions, matchStatus: firstStatus(suggestions) } : line;

/** The line with its first suggestions, after the currency of its statement is known. An ignored line stays as it is. */
export function suggestedLater(before: BankLine, suggestions: Suggestion[], now: Date): BankLine {
  if (before.matchStatus !== 'unmatched' || suggestions.length === 0) return before;
  const line = suggested(before, suggestions);
  return line === before ? before : { ...line, updatedAt: timeAfter(before.updatedAt, now) };
}

/** The line, marked as a duplicate of the earlier line `known`. */
export const asDuplicate = (line: BankLine, known: Pick<BankLine, 'id' | 'bankStatementId'>): BankLine => ({
  ...line,
  duplicateOf: known.id,
  duplicateOfStatementId: known.bankStatementId,
  suggestions: [],
  matchStatus: 'unmatched',
});

/** Matches the line with a document. Errors: invalid_transition; conflict if the line is a duplicate. */
export function matchLine(before: BankLine, match: Match, now: Date): BankLine {
  const matchStatus = moveTo(RESOURCE, bankLineMoves, before.matchStatus, 'match');
  refuseDuplicate(before);
  return { ...before, matchStatus, match, suggestions: [], updatedAt: timeAfter(before.updatedAt, now) };
}

/** Sets the line to ignored, and removes its suggestions. Errors: invalid_transition. */
export function ignoreLine(before: BankLine, now: Date): BankLine {
  const matchStatus = moveTo(RESOURCE, bankLineMoves, before.matchStatus, 'ignore');
  return { ...before, matchStatus, suggestions: [], updatedAt: timeAfter(before.updatedAt, now) };
}

/** Removes the match. `suggestions`: the new suggestions of the line. Errors: invalid_transition. */
export function unmatchLine(before: BankLine, suggestions: Suggestion[], now: Date): BankLine {
  const move = suggestions.length > 0 ? 'suggest' : 'unmatch';
  const matchStatus = moveTo(RESOURCE, bankLineMoves, before.matchStatus, move);
  return { ...before, matchStatus, match: null, suggestions, updatedAt: timeAfter(before.updatedAt, now) };
}

function refuseDuplicate({ duplicateOf }: BankLine): void {
  if (duplicateOf === null) return;
  throw new AppError('conflict', `Bank line is a duplicate of ${duplicateOf}, which can be matched instead`);
}
