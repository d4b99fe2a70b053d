import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError, type FieldIssue, MAX_ISSUES } from '#chassis/domain/errors.ts';
import { Faults } from '#chassis/domain/faults.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Recorded } from '#chassis/records/records.ts';
import type { Transaction } from '#chassis/unit-of-work/write.ts';
import type { BankParts } from './bank-statement-parts.ts';
import { asDuplicate, type BankLine, type BankLineInput, newBankLine, suggested } from './domain/bank-line.ts';
import {
  type BankStatementInput,
  type BankStatementView,
  bankStatementCreated,
  createBankStatement,
} from './domain/bank-statement.ts';
import { fingerprintsOf } from './domain/duplicates.ts';
import type { FingerprintedLine } from './line-repository.ts';

/** A statement before its transaction. Its duplicate lines are found only within the transaction. */
export interface PreparedStatement {
  id: string;
  documentId: string;
  input: BankStatementInput;
  lines: FingerprintedLine[];
}

interface Origin {
  id: string;
  orgId: string;
  currency: string | null;
  now: Date;
}

/**
 * Creates the lines of a statement, by their index in `inputs`. `refuse` is called for each line that is wrong, and
 * such a line is left out.
 */
export async function judgedLines(
  inputs: readonly BankLineInput[],
  { id: bankStatementId, orgId, currency, now }: Origin,
  refuse: (index: number, error: AppError) => void,
): Promise<Map<number, BankLine>> {
  const timeSlices = new TimeSlices();
  const lines = new Map<number, BankLine>();
  for (const [index, input] of inputs.entries()) {
    await timeSlices.giveWay();
    const faults = new Faults(['body', 'lines', String(index)]);
    const line = newBankLine(input, { id: newId(), orgId, bankStatementId, lineNumber: 0, currency, now }, faults);
    const error = faultOf(faults);
    if (error) refuse(index, error);
    else lines.set(index, line);
  }
  return lines;
}

function faultOf(faults: Faults): AppError | undefined {
  try {
    faults.throwIfAny();
    return undefined;
  } catch (error) {
    return error as AppError;
  }
}

/**
 * Creates all lines of a statement. Errors: validation_failed with the faults of the wrong lines, at most MAX_ISSUES.
 */
export async function requireLines(inputs: readonly BankLineInput[], origin: Origin): Promise<BankLine[]> {
  const issues: FieldIssue[] = [];
  const lines = await judgedLines(inputs, origin, (_, error) => issues.push(...(error.issues ?? [])));
  if (issues.length === 0) return [...lines.values()];
  throw new AppError('validation_failed', 'Validation failed', { issues: issues.slice(0, MAX_ISSUES) });
}

/**
 * Finds the suggestions and fingerprints of the lines. This happens before the transaction, because the search takes
 * long.
 */
export async function prepared(
  { openItems }: Pick<BankParts, 'openItems'>,
  orgId: string,
  currency: string | null,
  lines: readonly BankLine[],
): Promise<FingerprintedLine[]> {
  const suggestions = await openItems.suggest({ orgId }, currency, lines);
  const fingerprints = fingerprintsOf(lines);
  return lines.map((line, index) => ({
    line: suggested(line, suggestions[index] ?? []),
    fingerprint: fingerprints[index] as string,
  }));
}

/** Marks the lines that are duplicates of stored lines. The caller holds the account's guard. */
export async function markKnown(
  { lines: repository }: Pick<BankParts, 'lines'>,
  tx: Transaction,
  accountNumber: string,
  lines: readonly FingerprintedLine[],
): Promise<FingerprintedLine[]> {
  const known = await repository.known(
    tx,
    accountNumber,
    lines.map(({ fingerprint }) => fingerprint),
  );
  return lines.map(({ line, fingerprint }) => {
    const earlier = known.get(fingerprint);
    return { line: earlier ? asDuplicate(line, earlier) : line, fingerprint };
  });
}

/** A statement that was stored, with its lines. */
export interface AddedStatement {
  recorded: Recorded<BankStatementView>;
  lines: BankLine[];
}

/** Numbers the lines, and stores them with their statement. Errors: as `createBankStatement`. */
export async function addStatement(
  { statements, lines: repository }: Pick<BankParts, 'statements' | 'lines'>,
  tx: Transaction,
  { id, documentId, input, lines }: PreparedStatement,
): Promise<AddedStatement> {
  const numbered = lines.map(({ line, fingerprint }, index) => ({
    line: { ...line, lineNumber: index + 1 },
    fingerprint,
  }));
  const all = numbered.map(({ line }) => line);
  const state = createBankStatement(input, all, { id, orgId: tx.orgId, documentId, now: tx.now });
  await repository.insert(tx, input.accountNumber, numbered);
  return { recorded: await statements.add(tx, bankStatementCreated(state, all)), lines: all };
}
