// Original file: proto/identity/v1/api_key.proto

import type { ApiKey__Input as _identity_v1_ApiKey__Input, ApiKey as _identity_v1_ApiKey } from '../../identity/v1/ApiKey.ts';

export interface ApiKeyValueReply__Input {
  'record'?: (_identity_v1_ApiKey__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
  'key'?: (string);
}

export interface ApiKeyValueReply {
  'record': (_identity_v1_ApiKey | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
  'key': (string);
}
