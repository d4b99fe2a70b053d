// Original file: proto/identity/v1/identity.proto

import type { SigningKey__Input as _identity_v1_SigningKey__Input, SigningKey as _identity_v1_SigningKey } from '../../identity/v1/SigningKey.ts';

export interface SigningKeys__Input {
  'keys'?: (_identity_v1_SigningKey__Input)[];
}

export interface SigningKeys {
  'keys': (_identity_v1_SigningKey)[];
}
