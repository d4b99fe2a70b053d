// Original file: proto/identity/v1/user.proto

import type { OrgUser__Input as _identity_v1_OrgUser__Input, OrgUser as _identity_v1_OrgUser } from '../../identity/v1/OrgUser.ts';

export interface UserPage__Input {
  'data'?: (_identity_v1_OrgUser__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface UserPage {
  'data': (_identity_v1_OrgUser)[];
  'total': (number);
  'next'?: (string);
}
