// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccountRow__Input as _finance_v1_ManagementAccountRow__Input, ManagementAccountRow as _finance_v1_ManagementAccountRow } from '../../finance/v1/ManagementAccountRow.ts';

export interface ImportManagementAccountsRequest__Input {
  'accounts'?: (_finance_v1_ManagementAccountRow__Input)[];
}

export interface ImportManagementAccountsRequest {
  'accounts': (_finance_v1_ManagementAccountRow)[];
}
