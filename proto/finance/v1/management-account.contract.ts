import { z } from 'zod';
import {
  boolean,
  described,
  ListQuery,
  list,
  longText,
  MAX_IMPORT,
  optionalShape,
  RecordRequest,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import type { ChartOfAccounts as ChartMessage } from '../../gen/finance/v1/ChartOfAccounts.ts';
import type { ImportManagementAccountsRequest as ImportMessage } from '../../gen/finance/v1/ImportManagementAccountsRequest.ts';
import type { ListManagementAccountsRequest as ListMessage } from '../../gen/finance/v1/ListManagementAccountsRequest.ts';
import type { ManagementAccount as ManagementAccountMessage } from '../../gen/finance/v1/ManagementAccount.ts';
import type { ManagementAccountInput as InputMessage } from '../../gen/finance/v1/ManagementAccountInput.ts';
import type { ManagementAccountPatch as PatchMessage } from '../../gen/finance/v1/ManagementAccountPatch.ts';
import type { UpdateManagementAccountRequest as UpdateMessage } from '../../gen/finance/v1/UpdateManagementAccountRequest.ts';

const words = {
  code: 'Unique in the org.',
  name: 'What it is called.',
  category: 'A group of your own, which lists can be filtered by.',
  type: 'A kind of your own, which lists can be filtered by.',
  description: 'What is posted to it.',
};

/** decisions 4: Management account. */
export const AccountStatus = z
  .enum(['active', 'inactive'])
  .describe('Of an account. A new one may have either; then moves alone change it.');

export const ParentAccount = z.strictObject({
  id: z.string().describe('Its id.'),
  code: z.string().describe('Its code.'),
  name: z.string().describe('What it is called.'),
});

/** interface: Management account. */
export const ManagementAccount = z.strictObject(
  described(
    {
      id: z.string(),
      code: text(),
      name: text(),
      category: text().nullable(),
      type: text().nullable(),
      status: AccountStatus,
      isActive: z.boolean().describe('Whether the status is `active`.'),
      parentId: z.string().nullable().describe('The id of the account above it; null at the top.'),
      parent: ParentAccount.nullable().describe('The account above it, as it is called now.'),
      level: z.int().describe("The parent's and one; 1 at the top."),
      description: longText().nullable(),
      child_count: z.int().describe('Accounts right below it.'),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    },
    words,
  ),
);
export type ManagementAccount = z.output<typeof ManagementAccount>;

const inputShape = {
  code: text({ min: 1 }),
  name: text({ min: 1 }),
  category: text().exactOptional(),
  type: text().exactOptional(),
  parentId: text({ min: 1 }).exactOptional().describe('The account above it, by its id or its code.'),
  description: longText().exactOptional(),
  /** Creating may name any status (decisions 4); a change of it is a move. */
  status: AccountStatus.exactOptional(),
};

export const ManagementAccountInput = z
  .strictObject(described(inputShape, words))
  .meta({ examples: [{ code: '5100', name: 'Freight in', category: 'Cost of goods sold', type: 'expense' }] });
export type ManagementAccountInput = z.output<typeof ManagementAccountInput>;

/** A line of an imported chart of accounts. */
export const ManagementAccountRow = z
  .strictObject({
    id: text()
      .exactOptional()
      .describe('By which other lines may name it as their parent, as in an export; the account gets another one.'),
    ...described(inputShape, words),
    parentId: text({ min: 1 })
      .exactOptional()
      .describe(
        'The account above it, by the id or the code of a line of the file, whatever their order, or of an account.',
      ),
  })
  .meta({ examples: [{ code: '6200', name: 'Rent', category: 'Overheads', type: 'expense' }] });
export type ManagementAccountRow = z.output<typeof ManagementAccountRow>;

export const ManagementAccountPatch = z
  .strictObject(optionalShape(ManagementAccountInput.omit({ status: true }).shape))
  .meta({ examples: [{ name: 'Freight and duty' }] });
export type ManagementAccountPatch = z.output<typeof ManagementAccountPatch>;

export const CreateManagementAccountRequest = z.strictObject({ account: ManagementAccountInput });

export const UpdateManagementAccountRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: ManagementAccountPatch,
  fields: z.array(z.string()),
});

/** The fields that GET /api/v1/management-accounts filters and sorts by. */
export const accountFilters = {
  type: text().exactOptional().describe('Only accounts of this type.'),
  category: text().exactOptional().describe('Only accounts of this category.'),
  isActive: boolean().exactOptional().describe('Only those that are active, or that are not.'),
};
export const accountSorts = ['code', 'name', 'level', 'createdAt'] as const;

export const ListManagementAccountsRequest = z.strictObject({ query: ListQuery, ...accountFilters });

export const ImportManagementAccountsRequest = z.strictObject({
  accounts: list(ManagementAccountRow, { max: MAX_IMPORT }),
});

export const GetChartOfAccountsRequest = z.strictObject({});

/** An account of the tree; the one above it is the one that holds it. */
export const AccountNode = z.strictObject({
  ...ManagementAccount.omit({ parent: true }).shape,
  children: z
    .array(z.record(z.string(), z.unknown()))
    .describe('The accounts right below it by their codes, each in this form.'),
});

export const AccountTree = z.strictObject({
  data: z.array(AccountNode).describe('The accounts at the top by their codes, each with those below it.'),
  truncated: z
    .boolean()
    .describe(
      'Whether there are more than one answer holds; then the lowest levels lack, and `child_count` tells where.',
    ),
});

const ChartOfAccounts = z.object({ accounts: z.array(ManagementAccount), truncated: z.boolean() });

/** Moves between the statuses (decisions 4). */
const accountMoves = {
  deactivate: { from: ['active'], to: 'inactive', event: 'deactivated' },
  activate: { from: ['inactive'], to: 'active', event: 'activated' },
} as const satisfies Moves;

export const managementAccount = resource({
  name: 'management_account',
  title: 'Management account',
  plural: 'Management accounts',
  scope: 'management_accounts',
  path: 'management-accounts',
  section: 'Management accounts',
  about: 'The chart of accounts: a tree of accounts that costs are posted to.',
  service: 'finance',
  message: 'ManagementAccount',
  field: 'account',
  reader: 'staff',
  fields: {},
  record: ManagementAccount,
  input: ManagementAccountInput,
  patch: ManagementAccountPatch,
  filters: accountFilters,
  sorts: accountSorts,
  searches: ['code', 'name'],
  moves: accountMoves,
  imports: 'accounts',
});

export type ManagementAccountPins = Agree<
  [
    Pinned<ManagementAccount, ManagementAccountMessage>,
    Pinned<ManagementAccountInput, InputMessage>,
    Pinned<ManagementAccountPatch, PatchMessage>,
    Pinned<z.output<typeof ChartOfAccounts>, ChartMessage>,
    Pinned<z.output<typeof UpdateManagementAccountRequest>, UpdateMessage>,
    Pinned<z.output<typeof ListManagementAccountsRequest>, ListMessage>,
    Pinned<z.output<typeof ImportManagementAccountsRequest>, ImportMessage>,
  ]
>;
