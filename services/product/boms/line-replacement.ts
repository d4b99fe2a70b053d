import type { z } from 'zod';
import { AppError } from '#chassis/domain/errors.ts';
import { codec } from '#chassis/rpc/message-codec.ts';
import { parseRequest, readItems, splitList } from '#chassis/rpc/request.ts';
import {
  BomLineItemInput,
  leastBytes,
  MAX_VERSION_BYTES,
  ReplaceBomLineItemsRequest,
} from '#proto/product/v1/contract.ts';
import type { LineItemInput } from './domain/line-items.ts';
import { checkListLength } from './domain/line-items.ts';

const request = codec('product', 'ReplaceBomLineItemsRequest');
const line = codec('product', 'BomLineItemInput');
const Head = ReplaceBomLineItemsRequest.omit({ lineItems: true });

/** A request to replace all lines. The lines are decoded later, after the call has waited in the queue. */
export interface Replacement extends z.output<typeof Head> {
  /** The encoded lines. */
  lines: Buffer[];
  /** Bytes of the request. */
  bytes: number;
}

/** Parses the request without its lines. Errors: validation_failed. */
export function openReplacement(bytes: Buffer): Replacement {
  const {
    head: { lineItems: _, ...head },
    items: lines,
  } = splitList(bytes, request, 'lineItems');
  return { ...parseRequest(Head, head), lines, bytes: bytes.length };
}

/**
 * Decodes and validates the lines one by one, in time slices of 10 ms (`TimeSlices`). Errors: validation_failed,
 * body_too_large.
 */
export async function readLines(encoded: readonly Buffer[]): Promise<LineItemInput[]> {
  checkListLength(encoded.length);
  const lines = await readItems(encoded, line, BomLineItemInput, 'lineItems');
  if (leastBytes(lines) <= MAX_VERSION_BYTES) return lines;
  throw new AppError('body_too_large', `The lines of a BOM version are limited to ${MAX_VERSION_BYTES} bytes`);
}
