// Original file: proto/identity/v1/org.proto

import type { OrgPatch__Input as _identity_v1_OrgPatch__Input, OrgPatch as _identity_v1_OrgPatch } from '../../identity/v1/OrgPatch.ts';

export interface UpdateOrgRequest__Input {
  'id'?: (string);
  'patch'?: (_identity_v1_OrgPatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateOrgRequest {
  'id': (string);
  'patch': (_identity_v1_OrgPatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}
