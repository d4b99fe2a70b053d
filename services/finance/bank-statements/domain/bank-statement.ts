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
import { amountSortKeys, dateSortKey, instantText, sharedDateSortKey } from '../../documents/domain/sort-keys.ts';
import { type BankLine, type BankLineStatus, type BankLineView, bankLineView } from './bank-line.ts';
import { roundedAmount, sumOf } from './line-amounts.ts';

/** A statement of a bank account (decisions 6: Bank statement). Its lines are stored in a collection of their own. */
export interface BankStatement extends RecordState {
  documentId: string;
  bankName: string | null;
  accountNumber: string;
  /** ISO 4217 code; null if the currency is unknown. */
  currency: string | null;
  /** The text that the caller sent. */
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

/** A statement in messages, without its lines. */
export type BankStatementView = View<BankStatement> & { hint: string | null };

export const bankStatementView = (state: BankStatement): BankStatementView => ({
  ...viewOf(state),
  hint: hintOf(state),
});

/** Says why a statement has no suggestions, and what to do; null if its currency is known. */
export const hintOf = ({ currency }: { currency?: string | null }): string | null =>
  currency ? null : UNKNOWN_CURRENCY;

const UNKNOWN_CURRENCY =
  'The currency is unknown, so no line has suggestions or can be matched. PATCH the currency of the statement. Later statements take the currency of a bank account with their number, else the default_currency of the org.';

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

/** New values of fields; null clears a field. */
export type BankStatementChanges = { [Field in keyof BankStatementInput]?: BankStatementInput[Field] | null };

/** The data of events: the statement, and the lines that the event is about. */
type EventData = BankStatementView & { lines?: PublicLine[] };
type PublicLine = Omit<BankLineView, 'attributes'> & { attributes: unknown };
type StatementDecision = Decision<BankStatement, StatementEvent>;
type StatementEvent = RecordEvent<`bank_statement.${string}`, Partial<EventData>> & { truncated?: true };

/**
 * Maximum number of lines that an event is built with. More lines never fit into an event (decisions 5: Envelope), so
 * they are not encoded at all.
 */
const MAX_TOLD = 1_000;
const resource = 'Bank statement';

/**
 * Creates a statement. If the input has no amount, it is the sum of the lines' amounts. If the input has no balance or
 * no transactionDate, the last line has it. Errors: validation_failed for an ended currency, and for a sum above
 * MAX_AMOUNT.
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

/**
 * The statement with its event. Above MAX_TOLD lines, the event has only the ids of the statement and is marked as
 * truncated.
 */
export function bankStatementCreated(state: BankStatement, lines: readonly BankLine[]): StatementDecision {
  const { id, documentId } = state;
  const event: StatementEvent =
    lines.length > MAX_TOLD
      ? { ...recordEvent('bank_statement.created', state, { id, documentId }), truncated: true }
      : recordEvent('bank_statement.created', state, told(state, lines));
  return { state, event };
}

/**
 * Changes a statement. null clears a field, except the account number, which stays as it is (decisions 1: Null).
 * Errors: in_use if a statement with lines changes its account number or its known currency; validation_failed for an
 * ended currency.
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

/** True if a statement with lines gets its first currency. Then its lines get suggestions. */
export const isFirstCurrency = (before: BankStatement, after: Pick<BankStatement, 'currency'>): boolean =>
  before.lineCount > 0 && before.currency === null && after.currency !== null;

/**
 * Duplicates are found by the account number. Amounts are rounded, and suggestions are found, by the currency. So both
 * fields of a statement with lines stay as they are, except for a first currency. Errors: in_use.
 */
function refuseRejudging(before: BankStatement, after: BankStatement): void {
  const { lineCount } = before;
  if (lineCount === 0) return;
  for (const field of ['accountNumber', 'currency'] as const) {
    if (after[field] === before[field] || (field === 'currency' && isFirstCurrency(before, after))) continue;
    throw new AppError('in_use', `${resource} has ${lineCount} lines; the ${field} stays with them`);
  }
}

/** The statement and its event after a move of one line. */
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

/** Errors: in_use while a line of the statement is matched. */
export function deleteBankStatement(before: BankStatement): StatementDecision {
  if (before.matchedLineCount > 0) throw matchedLines(before, 'it can be deleted when they are unmatched');
  const state = { ...before, revision: before.revision + 1 };
  return { state, event: recordEvent('bank_statement.deleted', state, told(before)) };
}

const matchedLines = ({ matchedLineCount }: BankStatement, why: string) =>
  new AppError('in_use', `${resource} has ${matchedLineCount} matched lines; ${why}`);

const told = (statement: BankStatement, lines?: readonly BankLine[]): EventData => ({
  ...inBothStyles(bankStatementView(statement)),
  ...(lines && { lines: lines.map((line) => publicLine(line, statement)) }),
});

function publicLine(line: BankLine, { documentId }: BankStatement): PublicLine {
  const shown = bankLineView(line, documentId);
  return { ...shown, attributes: JSON.parse(shown.attributes) };
}

/** The stored forms of the dates that have ranges. */
export const bankStatementDates = {
  statementDate: (moment: number) => moment,
  transactionDate: instantText,
  importedAt: (moment: number) => new Date(moment).toISOString(),
};

/** Sort keys of fields whose stored text does not sort by date. */
export const bankStatementSortKeys = {
  statementDate: ({ statementDate }: BankStatement) => dateSortKey(statementDate),
  transactionDate: (statement: BankStatement) => sharedDateSortKey(statement.transactionDate, statement),
  ...amountSortKeys('balance', 'amount'),
};

/** Adds the second names of fields that have two names (interface: Conventions). */
const inBothStyles = (shown: BankStatementView) => ({
  ...shown,
  bank_name: shown.bankName,
  account_number: shown.accountNumber,
  statement_date: shown.statementDate,
  file_url: shown.fileUrl,
  imported_at: shown.importedAt,
  line_count: shown.lineCount,
});
