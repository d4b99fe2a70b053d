// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccount__Input as _finance_v1_ManagementAccount__Input, ManagementAccount as _finance_v1_ManagementAccount } from '../../finance/v1/ManagementAccount.ts';

export interface ChartOfAccounts__Input {
  'accounts'?: (_finance_v1_ManagementAccount__Input)[];
  'truncated'?: (boolean);
}

export interface ChartOfAccounts {
  'accounts': (_finance_v1_ManagementAccount)[];
  'truncated': (boolean);
}
