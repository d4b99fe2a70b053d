// Original file: proto/identity/v1/org.proto

import type { Org__Input as _identity_v1_Org__Input, Org as _identity_v1_Org } from '../../identity/v1/Org.ts';

export interface OrgPage__Input {
  'data'?: (_identity_v1_Org__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface OrgPage {
  'data': (_identity_v1_Org)[];
  'total': (number);
  'next'?: (string);
}
