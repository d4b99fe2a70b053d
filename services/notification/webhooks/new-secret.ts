import { randomBytes } from 'node:crypto';

/** A random secret of 32 bytes in the form of Standard Webhooks (decisions 5: Webhooks, Signing). */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
