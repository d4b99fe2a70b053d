import { AccountTree, ManagementAccountRow, managementAccount } from '#proto/finance/v1/contract.ts';
import { treePieces } from '../accounts/account-tree.ts';
import { messagePieces } from '../routing/answers.ts';
import { chartTurns } from '../routing/concurrency-limits.ts';
import { resourceRoutes } from '../routing/resource-routes.ts';
import { route } from '../routing/route.ts';

const tag = 'Management accounts';
const path = '/api/v1/management-accounts';

export const managementAccountRoutes = [
  ...resourceRoutes(managementAccount, {
    order: 'code',
    imported: ManagementAccountRow,
    about:
      '`parentId` takes the id or the code of the account above it; all that is below an account moves with it, and changes its `level`. No account comes below itself, nor deeper than 100 levels.',
    aboutImport:
      'A `parentId` is the id or the code of a line of the file, whatever their order, or of an account that there is: so the `id` of an export tells lines apart, and each account gets one of its own.',
    moves: {
      deactivate: {
        summary: 'Deactivate a management account',
        description: 'From active. What is below it, and what is posted to it, stays as it is.',
      },
      activate: {
        summary: 'Activate an inactive management account',
        description: 'It is active again.',
      },
    },
  }),
  route({
    method: 'GET',
    path: `${path}/tree`,
    operationId: 'getManagementAccountTree',
    tag,
    summary: 'Read the whole chart of accounts',
    description:
      'As it is at one moment, each account with those below it. Of more than 10,000 accounts, or 8 MiB of them, the lowest levels lack.',
    role: 'staff',
    scope: 'read:management_accounts',
    answer: messagePieces(AccountTree),
    turns: chartTurns,
    handle: async ({ managementAccounts }, { call }) =>
      treePieces(await managementAccounts.encoded('GetChartOfAccounts', {}, call)),
  }),
];
