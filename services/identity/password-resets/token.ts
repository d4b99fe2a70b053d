import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A random token. Only the mail contains it. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The stored form of a token. A plain hash is safe, because the token is random. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');
