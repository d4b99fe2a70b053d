import { z } from 'zod';
import { timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { AccessChange as AccessChangeMessage } from '../../gen/identity/v1/AccessChange.ts';
import type { ChangePasswordRequest as ChangePasswordMessage } from '../../gen/identity/v1/ChangePasswordRequest.ts';
import type { ListAccessChangesRequest as ListAccessChangesMessage } from '../../gen/identity/v1/ListAccessChangesRequest.ts';
import { NewPassword } from './password.contract.ts';

export const LogoutRequest = z.strictObject({});

/** The body of POST /api/v1/auth/change-password. The current password has only a maximum length, to bound the cost of hashing. */
export const ChangePasswordRequest = z
  .strictObject({
    current_password: z.string().max(1024).describe('Current password of the user.'),
    new_password: NewPassword,
  })
  .meta({ examples: [{ current_password: '{password}', new_password: 'seven grey herons at noon' }] });
export type ChangePasswordRequest = z.output<typeof ChangePasswordRequest>;

export const ListAccessChangesRequest = z.strictObject({
  since: timestamp().exactOptional(),
  after: z.string().max(200).exactOptional(),
});
export type ListAccessChangesRequest = z.output<typeof ListAccessChangesRequest>;

/**
 * A revocation for the gateways (decisions 3: Sessions end early): sessions that ended, and API keys and memberships that
 * changed. Gateways read each entry of `keys` again: an API key by its id, a membership by `membershipKey`. If `keys` has
 * a membership, `sessions` holds the running sessions of its user that no earlier change named. Gateways of an earlier
 * version do not know memberships, so they end these sessions.
 */
export const AccessChange = z.strictObject({
  id: z.string(),
  sessions: z.array(z.string()),
  keys: z.array(z.string()),
});
export type AccessChange = z.output<typeof AccessChange>;

/** Names a membership in `keys`. It cannot equal the id of an API key, because ids have no `@`. */
export const membershipKey = (userId: string, orgId: string): string => `${userId}@${orgId}`;

/** Reads the user and the org from a membership key. Undefined for the id of an API key. */
export function membershipOf(key: string): { userId: string; orgId: string } | undefined {
  const at = key.indexOf('@');
  return at < 0 ? undefined : { userId: key.slice(0, at), orgId: key.slice(at + 1) };
}

/**
 * Milliseconds for which a change is relevant. A token lives for an hour (interface: Limits), and gateways cache a key
 * for a minute. The rest allows for different clocks and for transactions that commit after their timestamp.
 */
export const ACCESS_RELEVANT_MS = 70 * 60_000;

/** The stream that every gateway reads, and its subjects. */
export const ACCESS_STREAM = 'ACCESS';
export const accessSubjects = {
  all: 'access.>',
  revoked: (id: string) => `access.revoked.${id}`,
  heartbeat: (instance: string) => `access.heartbeat.${instance}`,
};

/**
 * A message of the stream. The heartbeat of an identity instance promises: every change that was committed before
 * `looked` is in the stream before this message. `looked` is in milliseconds of that instance's monotonic clock.
 */
export const AccessMessage = z.discriminatedUnion('kind', [
  AccessChange.extend({ kind: z.literal('revoked') }),
  z.strictObject({ kind: z.literal('heartbeat'), instance: z.string(), looked: z.number() }),
]);
export type AccessMessage = z.output<typeof AccessMessage>;

/** The answer of POST /auth/logout and POST /api/v1/auth/change-password. */
export const Goodbye = z.strictObject({ message: z.string().describe('Text for people that confirms the operation.') });

export type Pins = Agree<
  [
    Pinned<ChangePasswordRequest, ChangePasswordMessage>,
    Pinned<ListAccessChangesRequest, ListAccessChangesMessage>,
    Pinned<AccessChange, AccessChangeMessage>,
  ]
>;
