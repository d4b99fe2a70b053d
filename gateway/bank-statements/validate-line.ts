import type { z } from 'zod';
import type { FieldIssue } from '#chassis/domain/errors.ts';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { BankLine, BankLineBody, type BankLineInput } from '#proto/finance/v1/contract.ts';
import { sanitize } from '../payload/bodies.ts';
import { pack } from '../payload/record-form.ts';
import { issuesOf } from '../payload/validate.ts';

type Input = z.output<typeof BankLineInput>;

const clean = sanitize(BankLineBody, BankLine);
const packed = pack(BankLineBody);

/** Validates a line. Returns the line in the form of its message, or its faults. `at`: its position in the body. */
export function validateLine(sent: unknown, at: readonly string[]): { input: Input } | { issues: FieldIssue[] } {
  const value = clean(sent);
  const result = BankLineBody.safeParse(value);
  if (!result.success) return { issues: issuesOf(result.error, value, [...at]) };
  const { attributes, [FREE_FIELDS]: free, ...typed } = packed(result.data);
  const own = [attributes, free].flatMap((text) => (text === undefined ? [] : (JSON.parse(text) as object)));
  return { input: { ...typed, ...(own.length > 0 && { attributes: JSON.stringify(Object.assign({}, ...own)) }) } };
}
