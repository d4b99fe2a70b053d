// Original file: proto/identity/v1/user.proto

import type { Member__Input as _identity_v1_Member__Input, Member as _identity_v1_Member } from '../../identity/v1/Member.ts';

export interface MemberPage__Input {
  'data'?: (_identity_v1_Member__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface MemberPage {
  'data': (_identity_v1_Member)[];
  'total': (number);
  'next'?: (string);
}
