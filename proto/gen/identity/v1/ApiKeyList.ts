// Original file: proto/identity/v1/api_key.proto

import type { ApiKey__Input as _identity_v1_ApiKey__Input, ApiKey as _identity_v1_ApiKey } from '../../identity/v1/ApiKey.ts';

export interface ApiKeyList__Input {
  'data'?: (_identity_v1_ApiKey__Input)[];
  'next'?: (string);
  '_next'?: "next";
}

export interface ApiKeyList {
  'data': (_identity_v1_ApiKey)[];
  'next'?: (string);
}
