// Original file: proto/finance/v1/management_account.proto

import type { ManagementAccount__Input as _finance_v1_ManagementAccount__Input, ManagementAccount as _finance_v1_ManagementAccount } from '../../finance/v1/ManagementAccount.ts';

export interface ManagementAccountReply__Input {
  'record'?: (_finance_v1_ManagementAccount__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ManagementAccountReply {
  'record': (_finance_v1_ManagementAccount | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}
