import type { IncomingMessage } from 'node:http';
import { AppError } from '#chassis/errors.ts';

const EMPTY = Buffer.alloc(0);

/** The whole body. Throws body_too_large as soon as it is known to be over `limit` bytes. */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> | Buffer {
  const announced = request.headers['content-length'];
  if (announced === '0' || (announced === undefined && !request.headers['transfer-encoding'])) return EMPTY;
  if (Number(announced) > limit) throw tooLarge(limit);
  return collect(request, limit);
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
    request.on('error', (cause) => reject(new AppError('deadline_exceeded', 'The request was cut short', { cause })));
  });
}

const tooLarge = (limit: number) => new AppError('body_too_large', `Request body is larger than ${limit} bytes`);
