import { z } from 'zod';
import { described } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { GetUserRequest as GetUserMessage } from '../../gen/identity/v1/GetUserRequest.ts';
import type { LoginRequest as LoginMessage } from '../../gen/identity/v1/LoginRequest.ts';
import type { User as UserMessage } from '../../gen/identity/v1/User.ts';
import { Role } from './role.contract.ts';

export * from './api-key.contract.ts';
export * from './audit.contract.ts';
export * from './invitation.contract.ts';
export * from './org.contract.ts';
export * from './password.contract.ts';
export * from './role.contract.ts';
export * from './session.contract.ts';
export * from './user.contract.ts';

export const Membership = z.strictObject({
  id: z.string().describe("The org's id."),
  name: z.string().describe("The org's name."),
  role: Role,
  client_id: z.string().nullable(),
});

/** A user as seen from one of its orgs; `role` and `org_id` are empty of one who has none. */
export const User = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: Role.or(z.literal('')),
  org_id: z.string(),
  client_id: z.string().nullable(),
  orgs: z.array(Membership),
  user_metadata: z.string(),
});
export type User = z.output<typeof User>;

/** No password rule is applied at login, only a bound on what is hashed (decisions 3: Login). */
export const LoginRequest = z.strictObject({
  username: z.string().max(320),
  password: z.string().max(1024),
  address: z.string(),
});
export type LoginRequest = z.output<typeof LoginRequest>;

export const GetUserRequest = z.strictObject({ id: z.string(), org_id: z.string() });
export type GetUserRequest = z.output<typeof GetUserRequest>;
export const ListSigningKeysRequest = z.strictObject({});

/** The form body of POST /auth/login. Fields of OAuth 2's password grant that we do not use are ignored. */
export const LoginForm = z
  .object({
    username: z.string().max(320).describe('The email address.'),
    password: z.string().max(1024).describe("The user's password."),
  })
  .meta({ examples: [{ username: '{email}', password: '{password}' }] });

/** What the caller is told of itself. */
const callerWords = {
  id: "The user's id, or the API key's.",
  email: "The user's email address.",
  client_id: 'The client record that a user of the role client is bound to.',
  orgs: 'The orgs that the caller belongs to; `X-Org-Id` names one of them.',
};
const orgs = () => z.array(Membership.omit({ client_id: true }));

/** interface: Login response. */
export const LoginResponse = z.strictObject({
  access_token: z.string().describe('Sent as `Authorization: Bearer …`.'),
  token_type: z.literal('bearer').describe('How the token is sent.'),
  expires_in: z.int().describe('Seconds until it is refused.'),
  user: z
    .strictObject(
      described(
        {
          id: z.string(),
          email: z.string(),
          role: Role.nullable().describe('In `org_id`; null where that is null.'),
          app_metadata: z
            .strictObject(
              described(
                {
                  org_id: z
                    .string()
                    .nullable()
                    .describe('The org that the user accepted first; null where there are invitations alone.'),
                  client_id: z.string().nullable(),
                  orgs: orgs(),
                },
                callerWords,
              ),
            )
            .describe('Where the user may act.'),
          user_metadata: z.record(z.string(), z.unknown()).describe('What an admin stored with the user.'),
        },
        callerWords,
      ),
    )
    .describe('Who has logged in.'),
});

/** GET /api/v1/auth/me (decisions 3). */
export const Me = z.strictObject(
  described(
    {
      id: z.string(),
      email: z.string().nullable().describe("The user's email address; null of an API key."),
      role: Role.nullable().describe('In `org_id`; null where that is null.'),
      org_id: z.string().nullable().describe('Null of a user who belongs to no org yet.'),
      orgs: orgs(),
      client_id: z.string().nullable(),
      scopes: z.array(z.string()).describe('What an API key may do; empty of a user.'),
      rate_limit: z
        .strictObject({
          limit: z.int().describe('Requests in 60 seconds.'),
          remaining: z.int().describe('Those that are left.'),
          reset: z.int().describe('Seconds until a request more passes than that, if none comes meanwhile.'),
        })
        .describe("The caller's own."),
    },
    callerWords,
  ),
);

export type Pins = Agree<
  [Pinned<LoginRequest, LoginMessage>, Pinned<GetUserRequest, GetUserMessage>, Pinned<User, UserMessage>]
>;
