import { z } from 'zod';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { AppError, type FieldIssue, MAX_ISSUES } from '#chassis/domain/errors.ts';
import { list } from '#proto/common/v1/contract.ts';
import {
  BomLineItem,
  BomLineItemInput,
  BomLineItemsInput,
  BomVersion,
  leastBytes,
  MAX_LINE_ITEMS,
  MAX_VERSION_BYTES,
} from '#proto/product/v1/contract.ts';
import { type BodyKind, IMPORT_LIMIT, json, sanitize } from '../payload/bodies.ts';
import { requestEncoder } from '../payload/request-encoder.ts';
import { issuesOf, refusal } from '../payload/validate.ts';

/**
 * Bytes of memory to reserve for a list of lines. An empty option is two bytes as JSON, and about 130 bytes in memory.
 */
const LIST_MEMORY = 2 * 1024 * 1024;
/** Number of lines that are encoded in one step. */
const PART = 50;

const newRequest = () => requestEncoder('product', 'BomService', 'ReplaceBomLineItems');
const Lines = z.strictObject({ lineItems: list(z.unknown(), { max: MAX_LINE_ITEMS }) });

/**
 * The body of a list of lines: `{"lineItems": […]}`, or only the list. 2,000 lines with options may be larger than
 * other bodies. Lines are validated one by one, in time slices, and encoded as the request.
 */
export function lineList(): BodyKind<ReturnType<typeof newRequest>> {
  const cleanBody = sanitize(Lines, BomVersion);
  const cleanLine = sanitize(BomLineItemInput, BomLineItem);
  return {
    ...json(BomLineItemsInput, BomVersion),
    limit: IMPORT_LIMIT,
    memory: LIST_MEMORY,
    async validate(value) {
      const body = cleanBody(Array.isArray(value) ? { lineItems: value } : value);
      const checked = Lines.safeParse(body);
      if (!checked.success) throw refusal(issuesOf(checked.error, body, ['body']));
      const lines = checked.data.lineItems;
      if (leastBytes(lines) > MAX_VERSION_BYTES) throw tooLarge();
      return encoded(lines, cleanLine);
    },
  };
}

async function encoded(lines: readonly unknown[], clean: (line: unknown) => unknown) {
  const timeSlices = new TimeSlices();
  const request = newRequest();
  const issues: FieldIssue[] = [];
  for (let from = 0; from < lines.length && issues.length < MAX_ISSUES; from += PART) {
    const part: z.output<typeof BomLineItemInput>[] = [];
    for (const [index, line] of lines.slice(from, from + PART).entries()) {
      await timeSlices.giveWay();
      const cleaned = clean(line);
      const result = BomLineItemInput.safeParse(cleaned);
      if (result.success) part.push(result.data);
      else issues.push(...issuesOf(result.error, cleaned, ['body', 'lineItems', String(from + index)]));
    }
    request.add({ lineItems: part });
  }
  if (issues.length > 0) throw refusal(issues);
  return request;
}

const tooLarge = () =>
  new AppError('body_too_large', `The lines of a BOM version are limited to ${MAX_VERSION_BYTES} bytes`);
