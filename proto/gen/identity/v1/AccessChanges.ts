// Original file: proto/identity/v1/session.proto

import type { AccessChange__Input as _identity_v1_AccessChange__Input, AccessChange as _identity_v1_AccessChange } from '../../identity/v1/AccessChange.ts';

export interface AccessChanges__Input {
  'changes'?: (_identity_v1_AccessChange__Input)[];
  'as_of'?: (string);
  'next'?: (string);
  '_next'?: "next";
}

export interface AccessChanges {
  'changes': (_identity_v1_AccessChange)[];
  'as_of': (string);
  'next'?: (string);
}
