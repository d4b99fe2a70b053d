import type { Call } from '#chassis/call.ts';
import { AppError } from '#chassis/errors.ts';
import { newId } from '#chassis/mongo.ts';
import type { AuditEntry } from '../audit/audit-entry.ts';

/** What a user does to its own sessions. */
export type OwnCall = Pick<Call, 'context' | 'principal' | 'deadline' | 'now' | 'signal'>;

/** The user who calls. Errors: insufficient_permissions for an API key, which has no session and no password. */
export function ownUser({ principal }: OwnCall): string {
  if (principal.kind === 'user') return principal.id;
  throw new AppError('insufficient_permissions', 'Insufficient permissions');
}

/** What the audit log says of it: there is no event, which an org's webhooks would be told. */
export function ownEntry({ context, principal, now }: OwnCall, action: string, changed: string[]): AuditEntry {
  return {
    id: newId(),
    orgId: principal.orgId,
    action,
    actor: `user:${principal.id}`,
    recordType: 'user',
    recordId: principal.id,
    at: now,
    address: context.address ?? null,
    requestId: context.requestId,
    changed,
  };
}
