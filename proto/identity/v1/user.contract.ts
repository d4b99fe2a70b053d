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
import type { ListUsersRequest as ListUsersMessage } from '../../gen/identity/v1/ListUsersRequest.ts';
import type { OrgUser as OrgUserMessage } from '../../gen/identity/v1/OrgUser.ts';
import type { UpdateUserRequest as UpdateUserMessage } from '../../gen/identity/v1/UpdateUserRequest.ts';
import type { UserInput as UserInputMessage } from '../../gen/identity/v1/UserInput.ts';
import type { UserPatch as UserPatchMessage } from '../../gen/identity/v1/UserPatch.ts';
import { NewPassword } from './password.contract.ts';
import { Role } from './role.contract.ts';

/** Characters of JSON that an admin may store with a user. */
const MAX_METADATA = 16_384;

const metadata = () =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => JSON.stringify(value).length <= MAX_METADATA, `at most ${MAX_METADATA} characters of JSON`);

const words = {
  email: 'By which the user logs in; no other user has it.',
  is_active: 'False of who may not act in this org for now.',
  user_metadata: 'An object of your own, stored with the user in this org.',
};

/** A user in one of its orgs. Says nothing of the others: an org's webhooks must not tell where else its users work. */
export const OrgUser = z.strictObject(
  described(
    {
      id: z.string(),
      org_id: z.string(),
      email: z.string(),
      role: Role,
      client_id: z.string().nullable().describe('The client record that a user of the role client is bound to.'),
      is_active: z.boolean(),
      is_pending: z
        .boolean()
        .describe(
          'An invitation, with an id of its own: the owner of the email has yet to accept it by the mailed link, and nobody acts in this org by it.',
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
        role: Role,
        client_id: recordId().exactOptional().describe('Needed for the role client, and for no other.'),
        is_active: boolean().exactOptional(),
        password: NewPassword.exactOptional().describe(
          'Of a user who is new to the system; one who is known is invited, and keeps its own. Without it, the user is invited.',
        ),
        user_metadata: metadata().exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      { email: 'ana.reis@example.com', role: 'staff' },
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

/** On the wire it is JSON text: a message has no free-form objects. */
const onWire = { user_metadata: jsonText(metadata()).exactOptional() };

export const CreateUserRequest = z.strictObject({ user: UserInput.extend(onWire) });

export const UpdateUserRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: UserPatch.extend(onWire),
  fields: z.array(z.string()),
});
export type UpdateUserRequest = z.output<typeof UpdateUserRequest>;

/** The fields that GET /api/v1/users filters by. */
export const userFilters = {
  role: Role.exactOptional().describe('Only users of this role.'),
  is_active: boolean().exactOptional().describe('Only those that may, or may not, act in this org.'),
  client_id: text().exactOptional().describe('Only users who are bound to the client of this id.'),
};
/** The fields that GET /api/v1/users sorts by. */
export const userSorts = ['created_at', 'email'] as const;

export const ListUsersRequest = z.strictObject({ query: ListQuery, ...userFilters });
export type ListUsersRequest = z.output<typeof ListUsersRequest>;

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

/** As the message has it. */
type OnWire<T extends { user_metadata?: unknown }> = { [K in keyof T]: K extends 'user_metadata' ? string : T[K] };

export type Pins = Agree<
  [
    Pinned<OnWire<OrgUser>, OrgUserMessage>,
    Pinned<OnWire<UserInput>, UserInputMessage>,
    Pinned<OnWire<UserPatch>, UserPatchMessage>,
    Pinned<Omit<UpdateUserRequest, 'patch'> & { patch: OnWire<UserPatch> }, UpdateUserMessage>,
    Pinned<ListUsersRequest, ListUsersMessage>,
  ]
>;
