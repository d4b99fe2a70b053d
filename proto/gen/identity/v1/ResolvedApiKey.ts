// Original file: proto/identity/v1/api_key.proto

import type { ApiKeyGrant__Input as _identity_v1_ApiKeyGrant__Input, ApiKeyGrant as _identity_v1_ApiKeyGrant } from '../../identity/v1/ApiKeyGrant.ts';

export interface ResolvedApiKey__Input {
  'grant'?: (_identity_v1_ApiKeyGrant__Input | null);
}

export interface ResolvedApiKey {
  'grant': (_identity_v1_ApiKeyGrant | null);
}
