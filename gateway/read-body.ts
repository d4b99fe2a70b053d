import type { IncomingMessage } from 'node:http';
import { AppError } from '#chassis/errors.ts';

const EMPTY = Buffer.alloc(0);

/**
 * Bytes that a request's body may have: as many as it announces, or `limit` where it announces none.
 * Throws body_too_large for more than `limit`.
 */
export function expectedLength({ headers }: IncomingMessage, limit: number): number {
  const announced = headers['content-length'];
  if (announced === undefined) return headers['transfer-encoding'] ? limit : 0;
  if (Number(announced) > limit) throw tooLarge(limit);
  return Number(announced);
}

/** The whole body, of at most `limit` bytes; 0: there is none. Throws body_too_large as soon as it is known to be more. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> | Buffer {
  return limit === 0 ? EMPTY : collect(request, limit);
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(tooLarge(limit));
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', (cause) => reject(cutShort(cause)));
    // It may have gone while it waited to be read.
    request.on('close', () => reject(cutShort()));
    if (request.destroyed) reject(cutShort());
  });
}

const cutShort = (cause?: unknown) => new AppError('deadline_exceeded', 'The request was cut short', { cause });
const tooLarge = (limit: number) => new AppError('body_too_large', `Request body is larger than ${limit} bytes`);
