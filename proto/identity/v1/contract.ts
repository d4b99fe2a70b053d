import { z } from 'zod';
import { timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { GetUserRequest as GetUserMessage } from '../../gen/identity/v1/GetUserRequest.ts';
import type { LoginRequest as LoginMessage } from '../../gen/identity/v1/LoginRequest.ts';
import type { User as UserMessage } from '../../gen/identity/v1/User.ts';

export * from './api-key.contract.ts';
export * from './audit.contract.ts';
export * from './session.contract.ts';

/** interface: Roles, from the lowest to the highest. */
export const roles = ['client', 'staff', 'admin'] as const;
export const Role = z.enum(roles);
export type Role = z.output<typeof Role>;

export const Membership = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: Role,
  client_id: z.string().nullable(),
});

/** A user as seen from one of its orgs. */
export const User = z.strictObject({
  id: z.string(),
  email: z.string(),
  role: Role,
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
export const LoginForm = z.object({ username: z.string().max(320), password: z.string().max(1024) });

/** interface: Login response. */
export const LoginResponse = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.int(),
  user: z.strictObject({
    id: z.string(),
    email: z.string(),
    role: Role,
    app_metadata: z.strictObject({
      org_id: z.string(),
      client_id: z.string().nullable(),
      orgs: z.array(Membership.omit({ client_id: true })),
    }),
    user_metadata: z.record(z.string(), z.unknown()),
  }),
});

/** GET /api/v1/auth/me (decisions 3). */
export const Me = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  role: Role,
  org_id: z.string(),
  orgs: z.array(Membership.omit({ client_id: true })),
  client_id: z.string().nullable(),
  scopes: z.array(z.string()),
  rate_limit: z.strictObject({ limit: z.int(), remaining: z.int(), reset: z.int() }),
});

/** A user in one of its orgs. Says nothing of the others: an org's webhooks must not tell where else its users work. */
export const OrgUser = z.strictObject({
  id: z.string(),
  org_id: z.string(),
  email: z.string(),
  role: Role,
  client_id: z.string().nullable(),
  is_active: z.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type OrgUser = z.output<typeof OrgUser>;

/** decisions 3: Orgs. */
export const Org = z.strictObject({
  id: z.string(),
  name: z.string(),
  legal_name: z.string().nullable(),
  address: z.string().nullable(),
  tax_id: z.string().nullable(),
  time_zone: z.string().nullable(),
  default_currency: z.string().nullable(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type Org = z.output<typeof Org>;

/** decisions 5: Event names. */
export const userEvents = { 'user.created': OrgUser, 'user.updated': OrgUser, 'user.deleted': OrgUser } as const;
export const orgEvents = { 'org.created': Org, 'org.updated': Org } as const;

export type Pins = Agree<
  [Pinned<LoginRequest, LoginMessage>, Pinned<GetUserRequest, GetUserMessage>, Pinned<User, UserMessage>]
>;
