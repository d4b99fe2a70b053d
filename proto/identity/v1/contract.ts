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
  id: z.string().describe('Id of the org.'),
  name: z.string().describe('Name of the org.'),
  role: Role,
  client_id: z.string().nullable(),
});

/** A user as seen from one of its orgs. `role` and `org_id` are empty if the user has no org. */
export const User = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: Role.or(z.literal('')),
  org_id: z.string(),
  client_id: z.string().nullable(),
  orgs: z.array(Membership),
  user_metadata: z.string(),
  name: z.string().nullable(),
});
export type User = z.output<typeof User>;

/** Login checks only the length of the password, to bound the cost of hashing (decisions 3: Login). */
export const LoginRequest = z.strictObject({
  username: z.string().max(320),
  password: z.string().max(1024),
  address: z.string(),
});
export type LoginRequest = z.output<typeof LoginRequest>;

export const GetUserRequest = z.strictObject({ id: z.string(), org_id: z.string() });
export type GetUserRequest = z.output<typeof GetUserRequest>;
export const ListSigningKeysRequest = z.strictObject({});

/** The form body of POST /auth/login. Other fields of OAuth 2's password grant are ignored. */
export const LoginForm = z
  .object({
    username: z.string().max(320).describe('Email address of the user.'),
    password: z.string().max(1024).describe('Password of the user.'),
  })
  .meta({ examples: [{ username: '{email}', password: '{password}' }] });

/** Descriptions of the fields about the caller. */
const callerWords = {
  id: 'Id of the user or API key.',
  email: 'Email address of the user.',
  name: 'Name of the user in `org_id`.',
  client_id: 'Id of the client record of a user with the role client. Null for other roles.',
  orgs: 'Orgs that the caller belongs to. Send the id of one of them in `X-Org-Id` to act in it.',
};
const orgs = () => z.array(Membership.omit({ client_id: true }));

/** interface: Login response. */
export const LoginResponse = z.strictObject({
  access_token: z.string().describe('Access token. Send it in the header `Authorization: Bearer …`.'),
  token_type: z.literal('bearer').describe('Type of the token.'),
  expires_in: z.int().describe('Seconds until the token expires.'),
  user: z
    .strictObject(
      described(
        {
          id: z.string(),
          email: z.string(),
          name: z.string().nullable(),
          role: Role.nullable().describe('Role of the caller in `org_id`. Null if `org_id` is null.'),
          app_metadata: z
            .strictObject(
              described(
                {
                  org_id: z
                    .string()
                    .nullable()
                    .describe('Id of the org that the user joined first. Null if the user has only invitations.'),
                  client_id: z.string().nullable(),
                  orgs: orgs(),
                },
                callerWords,
              ),
            )
            .describe('Orgs in which the user may act.'),
          user_metadata: z.record(z.string(), z.unknown()).describe('Free fields that an admin stored with the user.'),
        },
        callerWords,
      ),
    )
    .describe('User who logged in.'),
});

/** GET /api/v1/auth/me (decisions 3). */
export const Me = z.strictObject(
  described(
    {
      id: z.string(),
      email: z.string().nullable().describe('Email address of the user. Null for an API key.'),
      name: z.string().nullable().describe('Name of the user in `org_id`. Null for an API key.'),
      role: Role.nullable().describe('Role of the caller in `org_id`. Null if `org_id` is null.'),
      org_id: z.string().nullable().describe('Id of the org of the request. Null if the user belongs to no org yet.'),
      orgs: orgs(),
      client_id: z.string().nullable(),
      scopes: z.array(z.string()).describe('Scopes of the API key. Empty for a user.'),
      rate_limit: z
        .strictObject({
          limit: z.int().describe('Maximum number of requests in 60 seconds.'),
          remaining: z.int().describe('Number of requests that are left.'),
          reset: z.int().describe('Seconds until `remaining` rises by one, if the caller sends no request until then.'),
        })
        .describe('Rate limit of the caller.'),
    },
    callerWords,
  ),
);

export type Pins = Agree<
  [Pinned<LoginRequest, LoginMessage>, Pinned<GetUserRequest, GetUserMessage>, Pinned<User, UserMessage>]
>;
