// Original file: proto/identity/v1/identity.proto

import type { User__Input as _identity_v1_User__Input, User as _identity_v1_User } from '../../identity/v1/User.ts';

export interface LoginReply__Input {
  'access_token'?: (string);
  'expires_in'?: (number);
  'user'?: (_identity_v1_User__Input | null);
}

export interface LoginReply {
  'access_token': (string);
  'expires_in': (number);
  'user': (_identity_v1_User | null);
}
