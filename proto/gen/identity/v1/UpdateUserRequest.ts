// Original file: proto/identity/v1/user.proto

import type { UserPatch__Input as _identity_v1_UserPatch__Input, UserPatch as _identity_v1_UserPatch } from '../../identity/v1/UserPatch.ts';

export interface UpdateUserRequest__Input {
  'id'?: (string);
  'patch'?: (_identity_v1_UserPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateUserRequest {
  'id': (string);
  'patch': (_identity_v1_UserPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}
