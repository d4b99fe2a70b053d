// Original file: proto/identity/v1/api_key.proto

import type { NewApiKey__Input as _identity_v1_NewApiKey__Input, NewApiKey as _identity_v1_NewApiKey } from '../../identity/v1/NewApiKey.ts';

export interface CreateApiKeyRequest__Input {
  'api_key'?: (_identity_v1_NewApiKey__Input | null);
}

export interface CreateApiKeyRequest {
  'api_key': (_identity_v1_NewApiKey | null);
}
