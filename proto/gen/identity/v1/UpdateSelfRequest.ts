// Original file: proto/identity/v1/user.proto

import type { SelfPatch__Input as _identity_v1_SelfPatch__Input, SelfPatch as _identity_v1_SelfPatch } from '../../identity/v1/SelfPatch.ts';

export interface UpdateSelfRequest__Input {
  'patch'?: (_identity_v1_SelfPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateSelfRequest {
  'patch': (_identity_v1_SelfPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}
