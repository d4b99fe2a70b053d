// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccountPatch__Input as _finance_v1_ManagementAccountPatch__Input, ManagementAccountPatch as _finance_v1_ManagementAccountPatch } from '../../finance/v1/ManagementAccountPatch.ts';

export interface UpdateManagementAccountRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_ManagementAccountPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateManagementAccountRequest {
  'id': (string);
  'patch': (_finance_v1_ManagementAccountPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}
