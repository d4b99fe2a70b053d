// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccountInput__Input as _finance_v1_ManagementAccountInput__Input, ManagementAccountInput as _finance_v1_ManagementAccountInput } from '../../finance/v1/ManagementAccountInput.ts';

export interface UpdateManagementAccountRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_ManagementAccountInput__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateManagementAccountRequest {
  'id': (string);
  'patch': (_finance_v1_ManagementAccountInput | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}
