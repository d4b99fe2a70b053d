import { refuseEnded } from '#chassis/domain/currencies.ts';
import { AppError } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import type { Move } from '#chassis/domain/lifecycle.ts';
import {
  advance,
  cleared,
  type Decision,
  newRecord,
  type RecordEvent,
  type RecordState,
  recordEvent,
  type View,
  viewOf,
} from '#chassis/domain/record.ts';
import { bankLineMoves } from '#proto/finance/v1/bank-statement.contract.ts';
import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import { type BankLine, type BankLineStatus, type BankLineView, bankLineView } from './bank-line.ts';
import { roundedAmount, sumOf } from './line-amounts.ts';

/** A statement of a bank account (decisions 6: Bank statement). Its lines are stored apart. */
export interface BankStatement extends RecordState {
  documentId: string;
  bankName: string | null;
  accountNumber: string;
  /** ISO 4217; null: nobody has said. */
  currency: string | null;
  /** As sent. */
  statementDate: string | null;
  transactionDate: string | null;
  balance: number | null;
  amount: number | null;
  description: string | null;
  fileUrl: string | null;
  /** RFC 3339, UTC, milliseconds. */
  importedAt: string;
  lineCount: number;
  matchedLineCount: number;
}

/** As a message has it, but for its lines. */
export type BankStatementView = View<BankStatement>;

export interface BankStatementInput {
  bankName?: string;
  accountNumber: string;
  currency?: string;
  statementDate?: string;
  transactionDate?: string;
  balance?: number;
  amount?: number;
  description?: string;
  fileUrl?: string;
}

/** New values; null where a field is to be cleared. */
export type BankStatementChanges = { [Field in keyof BankStatementInput]?: BankStatementInput[Field] | null };

/** The data of events: the statement, and the lines that the event is about. */
type Told = BankStatementView & { lines?: PublicLine[] };
type PublicLine = Omit<BankLineView, 'attributes'> & { attributes: unknown };
type StatementDecision = Decision<BankStatement, StatementEvent>;
type StatementEvent = RecordEvent<`bank_statement.${string}`, Partial<Told>> & { truncated?: true };

/** More lines than fit into any event (decisions 5: Envelope): none is written out in vain. */
const MAX_TOLD = 1_000;
const resource = 'Bank statement';

/**
 * Creates a statement. Sums that are not sent come from its lines. Errors: validation_failed for a sum that cannot be
 * told exactly.
 */
export function createBankStatement(
  input: BankStatementInput,
  lines: readonly BankLine[],
  { id, orgId, documentId, now }: { id: string; orgId: string; documentId: string; now: Date },
): BankStatement {
  const faults = new Faults();
  const { currency = null } = input;
  refuseEnded(currency);
  const last = lines.at(-1);
  const balance = input.balance ?? last?.balance ?? null;
  const amount = input.amount ?? sumOf(amountsOf(lines), faults);
  faults.throwIfAny();
  return {
    ...newRecord(id, orgId, now),
    documentId,
    bankName: input.bankName ?? null,
    accountNumber: input.accountNumber,
    currency,
    statementDate: input.statementDate ?? null,
    transactionDate: input.transactionDate ?? last?.transactionDate ?? null,
    balance: balance === null ? null : roundedAmount(balance, currency),
    amount: amount === null ? null : roundedAmount(amount, currency),
    description: input.description ?? null,
    fileUrl: input.fileUrl ?? null,
    importedAt: now.toISOString(),
    lineCount: lines.length,
    matchedLineCount: 0,
  };
}

const amountsOf = (lines: readonly BankLine[]) => lines.map(({ amount }) => amount);

/** Where its lines would not fit, the event says that it is cut without their being written out. */
export function bankStatementCreated(state: BankStatement, lines: readonly BankLine[]): StatementDecision {
  const { id, documentId } = state;
  const event: StatementEvent =
    lines.length > MAX_TOLD
      ? { ...recordEvent('bank_statement.created', state, { id, documentId }), truncated: true }
      : recordEvent('bank_statement.created', state, told(state, lines));
  return { state, event };
}

/**
 * null clears a field that can be empty, and leaves the account as it is (decisions 1: Null). What its lines were judged by
 * stays as it is. Errors: in_use.
 */
export function updateBankStatement(
  before: BankStatement,
  changes: BankStatementChanges,
  now: Date,
): StatementDecision {
  const currency = cleared(changes.currency, before.currency);
  refuseEnded(currency, before.currency);
  const amountOf = (change: number | null | undefined, known: number | null) => {
    const value = cleared(change, known);
    return value === null ? null : roundedAmount(value, currency);
  };
  const state: BankStatement = {
    ...advance(before, now),
    bankName: cleared(changes.bankName, before.bankName),
    accountNumber: changes.accountNumber ?? before.accountNumber,
    currency,
    statementDate: cleared(changes.statementDate, before.statementDate),
    transactionDate: cleared(changes.transactionDate, before.transactionDate),
    balance: amountOf(changes.balance, before.balance),
    amount: amountOf(changes.amount, before.amount),
    description: cleared(changes.description, before.description),
    fileUrl: cleared(changes.fileUrl, before.fileUrl),
  };
  refuseRejudging(before, state);
  return { state, event: recordEvent('bank_statement.updated', state, told(state), told(before)) };
}

/** By its account lines are duplicates, in its currency they are rounded, and held against what they may have paid. */
function refuseRejudging(before: BankStatement, after: BankStatement): void {
  const { lineCount } = before;
  if (lineCount === 0) return;
  for (const field of ['accountNumber', 'currency'] as const) {
    if (after[field] === before[field]) continue;
    throw new AppError('in_use', `${resource} has ${lineCount} lines; the ${field} stays with them`);
  }
}

/** The statement after a move of one of its lines. */
export function lineMoved(
  before: BankStatement,
  line: { before: BankLine; after: BankLine },
  now: Date,
): StatementDecision {
  const more = Number(line.after.matchStatus === 'matched') - Number(line.before.matchStatus === 'matched');
  const state = { ...advance(before, now), matchedLineCount: before.matchedLineCount + more };
  const { event: verb } = Object.values<Move<BankLineStatus>>(bankLineMoves).find(
    ({ from, to }) => from.includes(line.before.matchStatus) && to === line.after.matchStatus,
  ) as Move<BankLineStatus>;
  const [data, previous] = [told(state, [line.after]), told(before, [line.before])];
  return { state, event: recordEvent(`bank_statement.${verb}`, state, data, previous) };
}

/** Errors: in_use while one of its lines is matched. */
export function deleteBankStatement(before: BankStatement): StatementDecision {
  if (before.matchedLineCount > 0) throw matchedLines(before, 'it can be deleted when they are unmatched');
  const state = { ...before, revision: before.revision + 1 };
  return { state, event: recordEvent('bank_statement.deleted', state, told(before)) };
}

const matchedLines = ({ matchedLineCount }: BankStatement, why: string) =>
  new AppError('in_use', `${resource} has ${matchedLineCount} matched lines; ${why}`);

const told = (statement: BankStatement, lines?: readonly BankLine[]): Told => ({
  ...inBothStyles(viewOf(statement)),
  ...(lines && { lines: lines.map(publicLine) }),
});

function publicLine(line: BankLine): PublicLine {
  const shown = bankLineView(line);
  return { ...shown, attributes: JSON.parse(shown.attributes) };
}

/** By what a list is sorted where the value itself does not sort. */
export const bankStatementSortKeys = {
  statementDate: ({ statementDate }: BankStatement) => dateSortKey(statementDate),
};

/** Some fields have two names (interface: Conventions). */
const inBothStyles = (shown: BankStatementView) => ({
  ...shown,
  bank_name: shown.bankName,
  account_number: shown.accountNumber,
  statement_date: shown.statementDate,
  file_url: shown.fileUrl,
  imported_at: shown.importedAt,
  line_count: shown.lineCount,
});
