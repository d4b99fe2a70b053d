import { AppError, MAX_ISSUES } from '#chassis/domain/errors.ts';
import { codec } from '#chassis/rpc/message-codec.ts';
import { parseRequest, readItems, type SplitList, splitList } from '#chassis/rpc/request.ts';
import {
  BankLineInput,
  CreateBankStatementRequest,
  ImportBankStatementsRequest,
  ImportedBankLine,
  MAX_BANK_LINES,
} from '#proto/finance/v1/contract.ts';

const creating = codec('finance', 'CreateBankStatementRequest');
const importing = codec('finance', 'ImportBankStatementsRequest');
const line = codec('finance', 'BankLineInput');
const importedLine = codec('finance', 'ImportedBankLine');

/** Parses the request for a new statement; its lines stay encoded. Errors: validation_failed. */
export function openCreation(bytes: Buffer) {
  const { head, items } = checked(splitList(bytes, creating, 'lines'));
  const { lines: _, ...statement } = head;
  return { ...parseRequest(CreateBankStatementRequest, statement), lines: items };
}

/** Decodes and validates the lines. Errors: validation_failed. */
export const readCreated = (lines: readonly Buffer[]) => readItems(lines, line, BankLineInput, 'lines');

/** Parses the request to import a file; its lines stay encoded. Errors: validation_failed. */
export function openImport(bytes: Buffer) {
  const { head, items } = checked(splitList(bytes, importing, 'lines'));
  const { lines: _, ...statements } = head;
  return { ...parseRequest(ImportBankStatementsRequest, statements), lines: items };
}

/** Decodes and validates the lines. Errors: validation_failed. */
export const readImported = (lines: readonly Buffer[]) => readItems(lines, importedLine, ImportedBankLine, 'lines');

/** Refuses too many lines before any line is decoded. Errors: validation_failed. */
function checked<Head>(split: SplitList<Head>): SplitList<Head> {
  const { length } = split.items;
  if (length <= MAX_BANK_LINES) return split;
  const msg = `List should have at most ${MAX_BANK_LINES} items after validation, not ${length}`;
  throw new AppError('validation_failed', msg, { issues: [{ type: 'too_long', loc: ['body', 'lines'], msg }] });
}

/** The faults of one line as one text. */
export const wordsOf = (error: AppError): string =>
  (error.issues ?? [])
    .slice(0, MAX_ISSUES)
    .map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`)
    .join('; ');
