import { z } from 'zod';
import { timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { AccessChange as AccessChangeMessage } from '../../gen/identity/v1/AccessChange.ts';
import type { ChangePasswordRequest as ChangePasswordMessage } from '../../gen/identity/v1/ChangePasswordRequest.ts';
import type { ListAccessChangesRequest as ListAccessChangesMessage } from '../../gen/identity/v1/ListAccessChangesRequest.ts';
import { NewPassword } from './password.contract.ts';

export const LogoutRequest = z.strictObject({});

/** The body of POST /api/v1/auth/change-password. Of the current password only how much is hashed is bounded. */
export const ChangePasswordRequest = z
  .strictObject({
    current_password: z.string().max(1024).describe('The one in force.'),
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
 * What gateways may not believe any longer (decisions 3: Sessions end early). `keys` names what they are to ask about anew:
 * API keys by their ids, memberships by `membershipKey`. With a membership, `sessions` are those of the user's that go
 * on and that no such change has named before: a gateway of an earlier version, to which that key says nothing, ends them.
 */
export const AccessChange = z.strictObject({
  id: z.string(),
  sessions: z.array(z.string()),
  keys: z.array(z.string()),
});
export type AccessChange = z.output<typeof AccessChange>;

/** Stands for no API key: ids have no `@`. */
export const membershipKey = (userId: string, orgId: string): string => `${userId}@${orgId}`;

/** The user and the org that a key of an access change names; undefined for the id of an API key. */
export function membershipOf(key: string): { userId: string; orgId: string } | undefined {
  const at = key.indexOf('@');
  return at < 0 ? undefined : { userId: key.slice(0, at), orgId: key.slice(at + 1) };
}

/**
 * Milliseconds in which a change matters: a token lives for an hour (interface: Limits), a key is remembered for a
 * minute; the rest is for clocks that differ and for transactions that commit after the time that they name.
 */
export const ACCESS_RELEVANT_MS = 70 * 60_000;

/** The stream that every gateway follows, and its subjects. */
export const ACCESS_STREAM = 'ACCESS';
export const accessSubjects = {
  all: 'access.>',
  revoked: (id: string) => `access.revoked.${id}`,
  heartbeat: (instance: string) => `access.heartbeat.${instance}`,
};

/**
 * A message of the stream. The heartbeat of an instance of identity: what was committed before it looked, at `looked`
 * milliseconds by a clock of its own that never steps, is in the stream before this message.
 */
export const AccessMessage = z.discriminatedUnion('kind', [
  AccessChange.extend({ kind: z.literal('revoked') }),
  z.strictObject({ kind: z.literal('heartbeat'), instance: z.string(), looked: z.number() }),
]);
export type AccessMessage = z.output<typeof AccessMessage>;

/** What POST /auth/logout and POST /api/v1/auth/change-password answer. */
export const Goodbye = z.strictObject({ message: z.string().describe('What was done, for people.') });

export type Pins = Agree<
  [
    Pinned<ChangePasswordRequest, ChangePasswordMessage>,
    Pinned<ListAccessChangesRequest, ListAccessChangesMessage>,
    Pinned<AccessChange, AccessChangeMessage>,
  ]
>;
