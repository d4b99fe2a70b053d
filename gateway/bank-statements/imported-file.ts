import type { z } from 'zod';
import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import { MAX_MESSAGE } from '#chassis/rpc/grpc-limits.ts';
import {
  type BankLineInput,
  BankStatementInput,
  type ImportedBankLineOutcome,
  MAX_BANK_LINES,
} from '#proto/finance/v1/contract.ts';
import { requestEncoder } from '../payload/request-encoder.ts';
import { refusal, valueError } from '../payload/validate.ts';
import { refusedAt } from './files/markup.ts';
import { isUnreadable, readDate } from './import-dates.ts';
import { validateLine } from './validate-line.ts';

/** Maximum number of statements in a file. */
const MAX_STATEMENTS = 100;
/** Number of lines that are encoded in one step. */
const PART = 100;
/** Maximum characters of the error text of an invalid line. */
const MAX_WORDS = 500;

type LineOutcome = z.output<typeof ImportedBankLineOutcome>;
/** The fields of a statement, as text of the file. A field that the file does not have is absent. */
type Said = { [Field in keyof z.input<typeof BankStatementInput>]?: string | undefined };
type Input = z.output<typeof BankLineInput>;

const newRequest = () => requestEncoder('finance', 'BankStatementService', 'ImportBankStatements');
type Import = ReturnType<ReturnType<typeof newRequest>['finish']>;

/** A file of statements while it is read. Valid lines are encoded as the request. */
export class ImportedFile {
  /** Invalid lines, which the import leaves out. */
  readonly errors: LineOutcome[] = [];
  readonly #request = newRequest();
  readonly #statements: { said: Said; line: number }[] = [];
  #part: { line: number; statement: number; input: Input }[] = [];
  #lines = 0;

  /**
   * Adds a line of the current statement. Throws validation_failed for too many lines; body_too_large when the encoded
   * lines are too large for one message.
   */
  line(line: number, sent: object, unreadable: readonly FieldIssue[] = []): void {
    if (++this.#lines > MAX_BANK_LINES) throw refusedAt(line, `a file has at most ${MAX_BANK_LINES} lines`);
    const at = ['body', String(line)];
    const { fields, faults: dates } = withDate(withoutAbsent(sent), at);
    const judged = validateLine(fields, at);
    const issues = [...('issues' in judged ? judged.issues : []), ...unreadable, ...dates];
    if (issues.length > 0 || !('input' in judged)) {
      this.errors.push({ line, status: 'error', id: null, error: wordsOf(issues), suggestions: [] });
    } else if (this.#part.push({ line, statement: this.#statements.length, input: judged.input }) === PART)
      this.#encode();
  }

  /** Ends the current statement. Throws validation_failed for too many statements. */
  statement(said: Said, line = 1): void {
    if (this.#statements.push({ said, line }) <= MAX_STATEMENTS) return;
    throw refusedAt(line, `a file has at most ${MAX_STATEMENTS} statements`);
  }

  /** Throws validation_failed if the file has no statement. `lacks`: the missing element, for the message. */
  orNothing(lacks: string): this {
    if (this.#statements.length === 0) throw refusedAt(1, `the file has no statement: ${lacks}`);
    return this;
  }

  /**
   * The request of the import. `named`: account number and currency for statements that do not have their own. Throws
   * validation_failed if a statement has an invalid field, or no account number.
   */
  request(named: Pick<Said, 'accountNumber' | 'currency'>): Import {
    this.#encode();
    return this.#request.finish({ statements: this.#statements.map(({ said, line }) => headerOf(said, named, line)) });
  }

  #encode(): void {
    this.#request.add({ lines: this.#part });
    this.#part = [];
    if (this.#request.length <= MAX_MESSAGE) return;
    throw new AppError('body_too_large', `The lines of the file take more than ${MAX_MESSAGE} bytes`);
  }
}

/** Reads the date of a line. A date that is not understood is a fault, and is left out. */
function withDate({ transactionDate, ...others }: Record<string, unknown>, at: readonly string[]) {
  if (typeof transactionDate !== 'string') return { fields: others, faults: [] };
  const date = readDate(transactionDate);
  if (!isUnreadable(date)) return { fields: { transactionDate: date, ...others }, faults: [] };
  return { fields: others, faults: [valueError([...at, 'transactionDate'], date.unreadable, null)] };
}

/** A statement's date that is not understood is left out. */
function statementDay({ statementDate, ...others }: Said): Said {
  const date = statementDate === undefined ? undefined : readDate(statementDate);
  return isUnreadable(date) ? others : { ...others, statementDate: date };
}

function headerOf(said: Said, named: Pick<Said, 'accountNumber' | 'currency'>, line: number) {
  const header = withoutAbsent({ ...withoutAbsent(named), ...withoutAbsent(statementDay(said)) });
  if (!('accountNumber' in header)) {
    const missing = {
      type: 'missing',
      loc: ['query', 'accountNumber'],
      msg: 'Field required, since the file names none',
    };
    throw refusal([{ ...missing, input: null }]);
  }
  const result = BankStatementInput.safeParse(header);
  if (result.success) return result.data;
  throw refusal(
    result.error.issues.map(({ path, message }) =>
      valueError(['body', String(line), ...path.map(String)], message, null),
    ),
  );
}

const withoutAbsent = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const wordsOf = (issues: readonly FieldIssue[]): string =>
  issues
    .map(({ loc, msg }) => `${loc.slice(2).join('.') || 'the line'}: ${msg}`)
    .join('; ')
    .slice(0, MAX_WORDS);
