import type { IncomingMessage } from 'node:http';
import { AppError } from '#chassis/domain/errors.ts';

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

/**
 * The whole body, of at most `limit` bytes; 0: there is none. Throws body_too_large as soon as it is known to be more, and
 * the reason of `revoked` when its memory is taken back.
 */
export function readBody(request: IncomingMessage, limit: number, revoked?: AbortSignal): Promise<Buffer> | Buffer {
  return limit === 0 ? EMPTY : collect(request, limit, revoked);
}

function collect(request: IncomingMessage, limit: number, revoked?: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isOver = false;
    const giveUp = (error: unknown) => {
      isOver = true;
      chunks = [];
      reject(error);
    };
    // What still comes of one that is given up is dropped.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) giveUp(tooLarge(limit));
      else if (!isOver) chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', (cause) => giveUp(cutShort(cause)));
    // It may have gone while it waited to be read.
    request.on('close', () => giveUp(cutShort()));
    revoked?.addEventListener('abort', () => giveUp(revoked.reason), { once: true });
    if (request.destroyed) giveUp(cutShort());
  });
}

const cutShort = (cause?: unknown) => new AppError('deadline_exceeded', 'The request was cut short', { cause });
const tooLarge = (limit: number) => new AppError('body_too_large', `Request body is larger than ${limit} bytes`);
