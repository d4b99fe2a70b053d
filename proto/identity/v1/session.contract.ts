import { z } from 'zod';
import { timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { AccessChange as AccessChangeMessage } from '../../gen/identity/v1/AccessChange.ts';
import type { ChangePasswordRequest as ChangePasswordMessage } from '../../gen/identity/v1/ChangePasswordRequest.ts';
import type { ListAccessChangesRequest as ListAccessChangesMessage } from '../../gen/identity/v1/ListAccessChangesRequest.ts';
import { NewPassword } from './password.contract.ts';

export const LogoutRequest = z.strictObject({});

/** The body of POST /api/v1/auth/change-password. Of the current password only how much is hashed is bounded. */
export const ChangePasswordRequest = z.strictObject({
  current_password: z.string().max(1024),
  new_password: NewPassword,
});
export type ChangePasswordRequest = z.output<typeof ChangePasswordRequest>;

export const ListAccessChangesRequest = z.strictObject({ since: timestamp().exactOptional() });
export type ListAccessChangesRequest = z.output<typeof ListAccessChangesRequest>;

/** Sessions that have ended and API keys that have changed (decisions 3: Sessions end early). */
export const AccessChange = z.strictObject({
  id: z.string(),
  sessions: z.array(z.string()),
  keys: z.array(z.string()),
});
export type AccessChange = z.output<typeof AccessChange>;

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
export const Goodbye = z.strictObject({ message: z.string() });

export type Pins = Agree<
  [
    Pinned<ChangePasswordRequest, ChangePasswordMessage>,
    Pinned<ListAccessChangesRequest, ListAccessChangesMessage>,
    Pinned<AccessChange, AccessChangeMessage>,
  ]
>;
