import { z } from 'zod';
import { boolean, list, MAX_IMPORT, text } from '../../common/v1/contract.ts';
import {
  clearable,
  freeText,
  inputOf,
  patchOf,
  readOnly,
  recordOf,
  required,
  shortText,
  stateOf,
} from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { type Moves, resource } from '../../common/v1/resource.contract.ts';
import type { ChartOfAccounts as ChartMessage } from '../../gen/finance/v1/ChartOfAccounts.ts';
import type { ImportManagementAccountsRequest as ImportMessage } from '../../gen/finance/v1/ImportManagementAccountsRequest.ts';
import type { ListManagementAccountsRequest as ListMessage } from '../../gen/finance/v1/ListManagementAccountsRequest.ts';
import type { ManagementAccount as ManagementAccountMessage } from '../../gen/finance/v1/ManagementAccount.ts';
import type { ManagementAccountInput as InputMessage } from '../../gen/finance/v1/ManagementAccountInput.ts';
import type { UpdateManagementAccountRequest as UpdateMessage } from '../../gen/finance/v1/UpdateManagementAccountRequest.ts';

/** decisions 4: Management account. */
export const AccountStatus = z
  .enum(['active', 'inactive'])
  .describe('Status of an account. A create may set it. Later, only activate and deactivate change it.');

export const ParentAccount = z.strictObject({
  id: z.string().describe('Id of the parent account.'),
  code: z.string().describe('Code of the parent account.'),
  name: z.string().describe('Name of the parent account.'),
});

const fields = {
  code: required(shortText({ min: 1 }), 'Code of the account. Unique in the org.'),
  name: required(shortText({ min: 1 }), 'Name of the account.'),
  category: clearable(shortText(), 'Category of the account, as free text. Lists can filter by it.'),
  type: clearable(shortText(), 'Type of the account, as free text. Lists can filter by it.'),
  status: stateOf(AccountStatus),
  isActive: readOnly({ answered: z.boolean(), stored: Boolean }, 'True if the status is `active`.'),
  parentId: {
    sent: text({ min: 1 }).exactOptional().describe('Id or code of the parent account.'),
    answered: z.string().nullable().describe('Id of the parent account. Null for an account at the top.'),
    stored: String,
  },
  parent: readOnly(
    { answered: ParentAccount.nullable() },
    'Parent account with its current code and name. Null for an account at the top.',
  ),
  level: readOnly(
    { answered: z.int(), stored: Number },
    'Level in the tree: 1 at the top, else the level of the parent plus 1.',
  ),
  description: clearable(freeText(), 'Description of the costs that are posted to the account.'),
  child_count: readOnly({ answered: z.int() }, 'Number of accounts directly below this account.'),
};

/** interface: Management account. */
export const ManagementAccount = recordOf(fields);
export type ManagementAccount = z.output<typeof ManagementAccount>;

export const ManagementAccountInput = inputOf(fields).meta({
  examples: [{ code: '5100', name: 'Freight in', category: 'Cost of goods sold', type: 'expense' }],
});
export type ManagementAccountInput = z.output<typeof ManagementAccountInput>;

/** A line of an imported chart of accounts. */
export const ManagementAccountRow = z
  .strictObject({
    id: text()
      .exactOptional()
      .describe(
        'Id that other lines of the file can use in `parentId`, as in an export. The created account gets a new id.',
      ),
    ...ManagementAccountInput.shape,
    parentId: text({ min: 1 })
      .exactOptional()
      .describe(
        'Parent account: id or code of a line of the file, before or after this line, or of an existing account.',
      ),
  })
  .meta({ examples: [{ code: '6200', name: 'Rent', category: 'Overheads', type: 'expense' }] });
export type ManagementAccountRow = z.output<typeof ManagementAccountRow>;

export const ManagementAccountPatch = patchOf(fields).meta({ examples: [{ name: 'Freight and duty' }] });
export type ManagementAccountPatch = z.output<typeof ManagementAccountPatch>;

export const ImportManagementAccountsRequest = z.strictObject({
  accounts: list(ManagementAccountRow, { max: MAX_IMPORT }),
});

export const GetChartOfAccountsRequest = z.strictObject({});

/** An account of the tree. Its parent is the node that contains it. */
export const AccountNode = z.strictObject({
  ...ManagementAccount.omit({ parent: true }).shape,
  children: z
    .array(z.record(z.string(), z.unknown()))
    .describe('Accounts directly below this account, sorted by code, each with its own `children`.'),
});

export const AccountTree = z.strictObject({
  data: z.array(AccountNode).describe('Accounts at the top, sorted by code, each with the accounts below it.'),
  truncated: z
    .boolean()
    .describe(
      'True if the tree is too large for one answer. The lowest levels are left out: `child_count` can then be larger than the number of `children`.',
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
  about: 'Chart of accounts: a tree of accounts to which costs are posted.',
  service: 'finance',
  message: 'ManagementAccount',
  field: 'account',
  reader: 'staff',
  fields,
  record: ManagementAccount,
  input: ManagementAccountInput,
  patch: ManagementAccountPatch,
  filters: {
    type: text().exactOptional().describe('Only accounts of this type.'),
    category: text().exactOptional().describe('Only accounts of this category.'),
    isActive: boolean().exactOptional().describe('`true`: only active accounts. `false`: only inactive accounts.'),
  },
  sorts: ['code', 'name', 'level', 'createdAt'],
  searches: ['code', 'name'],
  moves: accountMoves,
  imports: 'accounts',
});

export type ManagementAccountPins = Agree<
  [
    Pinned<ManagementAccount, ManagementAccountMessage>,
    // A create and a change share the message.
    Pinned<Partial<ManagementAccountInput>, InputMessage>,
    Pinned<z.output<typeof ChartOfAccounts>, ChartMessage>,
    Pinned<Omit<z.output<typeof managementAccount.requests.update>, 'patch'>, Omit<UpdateMessage, 'patch'>>,
    Pinned<z.output<typeof managementAccount.requests.list>, ListMessage>,
    Pinned<z.output<typeof ImportManagementAccountsRequest>, ImportMessage>,
  ]
>;
