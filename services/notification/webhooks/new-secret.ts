import { randomBytes } from 'node:crypto';

/** As Standard Webhooks spells one of 32 bytes (decisions 5: Webhooks, Signing). */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;
