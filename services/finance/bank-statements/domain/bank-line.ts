import { AppError } from '#chassis/domain/errors.ts';
import type { Faults } from '#chassis/domain/faults.ts';
import { moveTo } from '#chassis/domain/lifecycle.ts';
import { timeAfter } from '#chassis/domain/record.ts';
import { bankLineMoves } from '#proto/finance/v1/bank-statement.contract.ts';
import { lineAmounts } from './line-amounts.ts';
import type { Match, Suggestion } from './open-item.ts';

export type BankLineStatus = 'unmatched' | 'suggested' | 'matched' | 'ignored';

/** A line as it is sent. */
export interface BankLineInput {
  transactionDate?: string;
  description?: string;
  referenceNo?: string;
  debit?: number;
  credit?: number;
  balance?: number;
  amount?: number;
  /** JSON text of the fields that are not typed: as text, no name of theirs can mean anything to a store. */
  attributes?: string;
}

/** A line of a statement (decisions 6: Bank statement). */
export interface BankLine {
  id: string;
  orgId: string;
  bankStatementId: string;
  /** 1 for the first. */
  lineNumber: number;
  /** As sent. */
  transactionDate: string | null;
  description: string | null;
  referenceNo: string | null;
  debit: number | null;
  credit: number | null;
  balance: number | null;
  amount: number | null;
  attributes: string;
  matchStatus: BankLineStatus;
  /** The document with which it is matched. */
  match: Match | null;
  duplicateOf: string | null;
  /** The statement of that line. */
  duplicateOfStatementId: string | null;
  suggestions: Suggestion[];
  updatedAt: Date;
}

/** As messages show it. */
export type BankLineView = Omit<BankLine, 'orgId' | 'match' | 'duplicateOfStatementId' | 'updatedAt'> & {
  matchedTransferId: string | null;
  updatedAt: string;
};

export function bankLineView(line: BankLine): BankLineView {
  const { orgId: _org, match, duplicateOfStatementId: _statement, updatedAt, ...shown } = line;
  return { ...shown, matchedTransferId: match?.id ?? null, updatedAt: updatedAt.toISOString() };
}

const RESOURCE = 'Bank line';

/** Where a line stands that nobody has moved. */
export const firstStatus = (suggestions: readonly Suggestion[]): BankLineStatus =>
  suggestions.length > 0 ? 'suggested' : 'unmatched';

type Place = Pick<BankLine, 'id' | 'orgId' | 'bankStatementId' | 'lineNumber'>;

/** A line of a statement in this currency, or in one that nobody has said. Faults: amounts that do not agree. */
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

/** A line that nobody has moved yet, with what it may have paid. A duplicate has paid nothing. */
export const suggested = (line: BankLine, suggestions: Suggestion[]): BankLine =>
  line.duplicateOf === null ? { ...line, suggestions, matchStatus: firstStatus(suggestions) } : line;

/** As the duplicate of a line that is known already. */
export const asDuplicate = (line: BankLine, known: Pick<BankLine, 'id' | 'bankStatementId'>): BankLine => ({
  ...line,
  duplicateOf: known.id,
  duplicateOfStatementId: known.bankStatementId,
  suggestions: [],
  matchStatus: 'unmatched',
});

/** Errors: invalid_transition; conflict for a duplicate. */
export function matchLine(before: BankLine, match: Match, now: Date): BankLine {
  const matchStatus = moveTo(RESOURCE, bankLineMoves, before.matchStatus, 'match');
  refuseDuplicate(before);
  return { ...before, matchStatus, match, suggestions: [], updatedAt: timeAfter(before.updatedAt, now) };
}

/** Errors: invalid_transition. */
export function ignoreLine(before: BankLine, now: Date): BankLine {
  const matchStatus = moveTo(RESOURCE, bankLineMoves, before.matchStatus, 'ignore');
  return { ...before, matchStatus, suggestions: [], updatedAt: timeAfter(before.updatedAt, now) };
}

/** `suggestions`: made anew. Errors: invalid_transition. */
export function unmatchLine(before: BankLine, suggestions: Suggestion[], now: Date): BankLine {
  const move = suggestions.length > 0 ? 'suggest' : 'unmatch';
  const matchStatus = moveTo(RESOURCE, bankLineMoves, before.matchStatus, move);
  return { ...before, matchStatus, match: null, suggestions, updatedAt: timeAfter(before.updatedAt, now) };
}

function refuseDuplicate({ duplicateOf }: BankLine): void {
  if (duplicateOf === null) return;
  throw new AppError('conflict', `Bank line is a duplicate of ${duplicateOf}, which can be matched instead`);
}
