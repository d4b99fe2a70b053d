// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccountInput__Input as _finance_v1_ManagementAccountInput__Input, ManagementAccountInput as _finance_v1_ManagementAccountInput } from '../../finance/v1/ManagementAccountInput.ts';

export interface CreateManagementAccountRequest__Input {
  'account'?: (_finance_v1_ManagementAccountInput__Input | null);
}

export interface CreateManagementAccountRequest {
  'account': (_finance_v1_ManagementAccountInput | null);
}
