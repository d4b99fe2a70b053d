import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** What only the mail holds. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What is stored of it. The token is random, so that a plain hash cannot be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
