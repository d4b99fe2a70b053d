// Original file: proto/identity/v1/user.proto

import type { UserInput__Input as _identity_v1_UserInput__Input, UserInput as _identity_v1_UserInput } from '../../identity/v1/UserInput.ts';

export interface CreateUserRequest__Input {
  'user'?: (_identity_v1_UserInput__Input | null);
}

export interface CreateUserRequest {
  'user': (_identity_v1_UserInput | null);
}
