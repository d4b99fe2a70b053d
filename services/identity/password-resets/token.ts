import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A token that only the mail holds. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The stored form of a token. A token is random, so a plain hash of it cannot be guessed. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
