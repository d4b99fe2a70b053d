import { z } from 'zod';
import {
  boolean,
  described,
  email,
  ListQuery,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ListMembersRequest as ListMembersMessage } from '../../gen/identity/v1/ListMembersRequest.ts';
import type { ListNamesRequest as ListNamesMessage } from '../../gen/identity/v1/ListNamesRequest.ts';
import type { ListUsersRequest as ListUsersMessage } from '../../gen/identity/v1/ListUsersRequest.ts';
import type { Member as MemberMessage } from '../../gen/identity/v1/Member.ts';
import type { OrgUser as OrgUserMessage } from '../../gen/identity/v1/OrgUser.ts';
import type { UpdateSelfRequest as UpdateSelfMessage } from '../../gen/identity/v1/UpdateSelfRequest.ts';
import type { UpdateUserRequest as UpdateUserMessage } from '../../gen/identity/v1/UpdateUserRequest.ts';
import type { UserInput as UserInputMessage } from '../../gen/identity/v1/UserInput.ts';
import type { UserPatch as UserPatchMessage } from '../../gen/identity/v1/UserPatch.ts';
import { NewPassword } from './password.contract.ts';
import { Role } from './role.contract.ts';

/** Maximum number of characters of `user_metadata` as JSON. */
const MAX_METADATA = 16_384;

const metadata = () =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= MAX_METADATA, `at most ${MAX_METADATA} characters of JSON`);

const words = {
  email: 'Email address for login. Unique in the system.',
  name: 'Name of the user in this org. Members of the roles staff and admin can read it.',
  is_active: 'False if the user may not act in this org at present.',
  user_metadata: 'Free fields of the caller, stored with the user in this org.',
};

/** A user in an org, without the user's other orgs: webhooks of an org must not show where else its users work. */
export const OrgUser = z.strictObject(
  described(
    {
      id: z.string(),
      org_id: z.string(),
      email: z.string(),
      name: z.string().nullable(),
      role: Role,
      client_id: z
        .string()
        .nullable()
        .describe('Id of the client record of a user with the role client. Null for other roles.'),
      is_active: z.boolean(),
      is_pending: z
        .boolean()
        .describe(
          'True for an invitation that the owner of the email has not accepted yet. It has its own id, and nobody can act with it.',
        ),
      user_metadata: z.record(z.string(), z.unknown()),
      created_at: timestamp(),
      updated_at: timestamp(),
    },
    words,
  ),
);
export type OrgUser = z.output<typeof OrgUser>;

/** decisions 3: Users. */
export const UserInput = z
  .strictObject(
    described(
      {
        email: email({ max: 254 }),
        name: text({ min: 1 }).exactOptional(),
        role: Role,
        client_id: recordId()
          .exactOptional()
          .describe('Id of the client record. Required for the role client. Refused for other roles.'),
        is_active: boolean().exactOptional(),
        password: NewPassword.exactOptional().describe(
          'Password of a user who is new to the system. If it is absent, the user is invited. An existing user is always invited and keeps the password.',
        ),
        user_metadata: metadata().exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      { email: 'ana.reis@example.com', name: 'Ana Reis', role: 'staff' },
      {
        email: 'buying@nordwind.example',
        role: 'client',
        client_id: '{client_id}',
        password: 'seven grey herons at noon',
      },
    ],
  });
export type UserInput = z.output<typeof UserInput>;

export const UserPatch = z.strictObject(optionalShape(UserInput.shape)).meta({ examples: [{ role: 'admin' }] });
export type UserPatch = z.output<typeof UserPatch>;

/** The fields of its own that a user changes. */
export const SelfPatch = z
  .strictObject({ name: text({ min: 1 }).exactOptional().describe(words.name) })
  .meta({ examples: [{ name: 'Ana Reis' }] });

/** A user as the other members of the org see it. */
export const Member = OrgUser.pick({ id: true, name: true, role: true, is_active: true });

/** A message carries `user_metadata` as JSON text, because it has no free-form objects. */
const onWire = { user_metadata: jsonText(metadata()).exactOptional() };

export const CreateUserRequest = z.strictObject({ user: UserInput.extend(onWire) });

export const UpdateUserRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: UserPatch.extend(onWire),
  fields: z.array(z.string()),
});
export type UpdateUserRequest = z.output<typeof UpdateUserRequest>;

export const UpdateSelfRequest = z.strictObject({
  patch: SelfPatch,
  fields: z.array(z.string()),
  expectedRevision: z.int().exactOptional(),
});

/** The fields that GET /api/v1/users filters by. */
export const userFilters = {
  role: Role.exactOptional().describe('Only users of this role.'),
  is_active: boolean().exactOptional().describe('`true`: only active users. `false`: only inactive users.'),
  client_id: text().exactOptional().describe('Only users of the client with this id.'),
};
/** The fields that GET /api/v1/users sorts by. */
export const userSorts = ['created_at', 'updated_at', 'email'] as const;
/** The dates that have ranges. */
export const userRanges = ['created_at', 'updated_at'] as const;

export const ListUsersRequest = z.strictObject({ query: ListQuery, ...userFilters });
export type ListUsersRequest = z.output<typeof ListUsersRequest>;

/** The fields that GET /api/v1/members filters and sorts by. */
export const memberFilters = {
  role: Role.exactOptional().describe('Only members of this role.'),
  is_active: boolean().exactOptional().describe('`true`: only active members. `false`: only inactive members.'),
};
export const memberSorts = ['name', 'created_at'] as const;

export const ListMembersRequest = z.strictObject({ query: ListQuery, ...memberFilters });

/** Maximum number of ids in a request for names. */
const MAX_NAMES = 500;
export const ListNamesRequest = z.strictObject({ ids: z.array(z.string()).max(MAX_NAMES) });

/** decisions 5: Event names. */
export const userEvents = { 'user.created': OrgUser, 'user.updated': OrgUser, 'user.deleted': OrgUser } as const;

function jsonText<Schema extends z.ZodType>(schema: Schema) {
  const parsed = z.string().transform((sent, context): unknown => {
    try {
      return JSON.parse(sent);
    } catch {
      context.addIssue({ code: 'custom', message: 'expected JSON' });
      return z.NEVER;
    }
  });
  return parsed.pipe(schema as z.ZodType<z.output<Schema>, unknown>);
}

/** The type in a message. */
type OnWire<T extends { user_metadata?: unknown }> = { [K in keyof T]: K extends 'user_metadata' ? string : T[K] };

export type Pins = Agree<
  [
    Pinned<OnWire<OrgUser>, OrgUserMessage>,
    Pinned<OnWire<UserInput>, UserInputMessage>,
    Pinned<OnWire<UserPatch>, UserPatchMessage>,
    Pinned<Omit<UpdateUserRequest, 'patch'> & { patch: OnWire<UserPatch> }, UpdateUserMessage>,
    Pinned<ListUsersRequest, ListUsersMessage>,
    Pinned<z.output<typeof UpdateSelfRequest>, UpdateSelfMessage>,
    Pinned<z.output<typeof Member>, MemberMessage>,
    Pinned<z.output<typeof ListMembersRequest>, ListMembersMessage>,
    Pinned<z.output<typeof ListNamesRequest>, ListNamesMessage>,
  ]
>;
