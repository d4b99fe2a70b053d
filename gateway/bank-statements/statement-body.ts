import { z } from 'zod';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError, type FieldIssue, MAX_ISSUES } from '#chassis/domain/errors.ts';
import { MAX_MESSAGE } from '#chassis/rpc/grpc-limits.ts';
import {
  BankStatement,
  BankStatementBody,
  BankStatementInput,
  BankStatementPatch,
  BankStatementPatchBody,
  MAX_BANK_LINES,
} from '#proto/finance/v1/contract.ts';
import { type BodyKind, IMPORT_LIMIT, json, patch, sanitize } from '../payload/bodies.ts';
import { requestEncoder } from '../payload/request-encoder.ts';
import { issuesOf, refusal } from '../payload/validate.ts';
import { inEitherStyle } from './naming-styles.ts';
import { validateLine } from './validate-line.ts';

/**
 * Bytes of memory to reserve for a statement. An empty line is three bytes as JSON, and about 300 bytes as an object.
 */
const STATEMENT_MEMORY = 2 * 1024 * 1024;
/** Number of lines that are encoded in one step. */
const PART = 100;

const newRequest = () => requestEncoder('finance', 'BankStatementService', 'CreateBankStatement');
const Whole = z.strictObject({
  ...BankStatementInput.shape,
  lines: z.array(z.unknown()).max(MAX_BANK_LINES).exactOptional(),
});

/**
 * The body of a statement with up to 10,000 lines. Lines are validated one by one, in time slices, and encoded as the
 * request.
 */
export function statementBody(): BodyKind<ReturnType<typeof newRequest>> {
  const clean = sanitize(Whole, BankStatement);
  const kind: BodyKind<ReturnType<typeof newRequest>> = {
    ...json(BankStatementBody, BankStatement),
    limit: IMPORT_LIMIT,
    memory: STATEMENT_MEMORY,
    async validate(value) {
      const body = clean(value);
      const checked = Whole.safeParse(body);
      if (!checked.success) throw refusal(await issuesWithLines(issuesOf(checked.error, body, ['body']), body));
      const { lines = [], ...statement } = checked.data;
      const { request, issues } = await judged(lines);
      if (issues.length > 0) throw refusal(issues);
      request.add({ statement });
      return request;
    },
  };
  return inEitherStyle(kind, { schema: BankStatementBody });
}

export const statementPatch = () =>
  inEitherStyle(patch(BankStatementPatch, BankStatement), { schema: BankStatementPatchBody, isChange: true });

/** Adds the faults of the lines to those of the statement, so that the answer has both. */
async function issuesWithLines(issues: FieldIssue[], body: unknown): Promise<FieldIssue[]> {
  const { lines } = (body ?? {}) as { lines?: unknown };
  if (!Array.isArray(lines) || lines.length > MAX_BANK_LINES) return issues;
  return [...issues, ...(await judged(lines)).issues];
}

async function judged(lines: readonly unknown[]) {
  const timeSlices = new TimeSlices();
  const request = newRequest();
  const issues: FieldIssue[] = [];
  for (let from = 0; from < lines.length && issues.length < MAX_ISSUES; from += PART) {
    const part = [];
    for (const [index, line] of lines.slice(from, from + PART).entries()) {
      await timeSlices.giveWay();
      const outcome = validateLine(line, ['body', 'lines', String(from + index)]);
      if ('input' in outcome) part.push(outcome.input);
      else issues.push(...outcome.issues);
    }
    request.add({ lines: part });
    if (request.length > MAX_MESSAGE) throw tooLarge();
  }
  return { request, issues };
}

export const tooLarge = () =>
  new AppError('body_too_large', `The lines of a bank statement take at most ${MAX_MESSAGE} bytes`);
