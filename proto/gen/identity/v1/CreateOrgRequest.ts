// Original file: proto/identity/v1/org.proto

import type { OrgInput__Input as _identity_v1_OrgInput__Input, OrgInput as _identity_v1_OrgInput } from '../../identity/v1/OrgInput.ts';

export interface CreateOrgRequest__Input {
  'org'?: (_identity_v1_OrgInput__Input | null);
}

export interface CreateOrgRequest {
  'org': (_identity_v1_OrgInput | null);
}
