// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccount__Input as _finance_v1_ManagementAccount__Input, ManagementAccount as _finance_v1_ManagementAccount } from '../../finance/v1/ManagementAccount.ts';

export interface ManagementAccountPage__Input {
  'data'?: (_finance_v1_ManagementAccount__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface ManagementAccountPage {
  'data': (_finance_v1_ManagementAccount)[];
  'total': (number);
  'next'?: (string);
}
