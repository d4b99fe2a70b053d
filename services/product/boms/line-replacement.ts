import { Pace } from '#chassis/concurrency/pace.ts';
import { AppError } from '#chassis/domain/errors.ts';
import { codec, fieldsOf } from '#chassis/rpc/messages.ts';
import { parseRequest } from '#chassis/rpc/validate.ts';
import {
  BomLineItemInput,
  leastBytes,
  MAX_VERSION_BYTES,
  ReplaceBomLineItemsRequest,
} from '#proto/product/v1/contract.ts';
import type { LineItemInput } from './domain/line-item.ts';
import { checkListLength } from './domain/line-items.ts';

const request = codec('product', 'ReplaceBomLineItemsRequest');
const line = codec('product', 'BomLineItemInput');
const LINES = request.numberOf('lineItems');
const Head = ReplaceBomLineItemsRequest.omit({ lineItems: true });

/** The request for another list of lines, with its lines as they came. Errors: validation_failed. */
export function openReplacement(bytes: Buffer) {
  const fields = [...fieldsOf(bytes)];
  const others = fields.filter(({ number }) => number !== LINES);
  const { lineItems: _, ...head } = request.decode(Buffer.concat(others.map((field) => field.bytes)));
  const lines = fields.filter(({ number }) => number === LINES).map(({ value }) => value);
  return { ...parseRequest(Head, head), lines };
}

/** Reads and judges the lines one by one, in stints. Errors: validation_failed, body_too_large. */
export async function readLines(encoded: readonly Buffer[]): Promise<LineItemInput[]> {
  checkListLength(encoded.length);
  const pace = new Pace();
  const lines: LineItemInput[] = [];
  for (const [index, bytes] of encoded.entries()) {
    await pace.breathe();
    lines.push(parseRequest(BomLineItemInput, line.decode(bytes), ['lineItems', String(index)]));
  }
  if (leastBytes(lines) <= MAX_VERSION_BYTES) return lines;
  throw new AppError('body_too_large', `The lines of a BOM version are limited to ${MAX_VERSION_BYTES} bytes`);
}
