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
      '`parentId` is the id or the code of the parent account. Accounts below an account move with it, and their `level` changes. An account cannot be below itself, or deeper than 100 levels.',
    aboutImport:
      'A `parentId` is the id or the code of a line of the file, whatever their order, or of an account that there is: so the `id` of an export tells lines apart, and each account gets one of its own.',
    moves: {
      deactivate: {
        summary: 'Deactivate an account of the chart of accounts',
        description: 'Allowed from active. Accounts below it, and documents that are posted to it, do not change.',
      },
      activate: {
        summary: 'Activate an account of the chart of accounts',
        description: 'Allowed from inactive. The account is active again.',
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
      'Returns a snapshot of the chart of accounts as a tree. If there are more than 10,000 accounts, or 8 MiB of them, the lowest levels are missing.',
    role: 'staff',
    scope: 'read:management_accounts',
    answer: messagePieces(AccountTree),
    turns: chartTurns,
    handle: async ({ managementAccounts }, { call }) =>
      treePieces(await managementAccounts.encoded('GetChartOfAccounts', {}, call)),
  }),
];
