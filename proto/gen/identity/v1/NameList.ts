// Original file: proto/identity/v1/user.proto

import type { PersonName__Input as _identity_v1_PersonName__Input, PersonName as _identity_v1_PersonName } from '../../identity/v1/PersonName.ts';

export interface NameList__Input {
  'data'?: (_identity_v1_PersonName__Input)[];
}

export interface NameList {
  'data': (_identity_v1_PersonName)[];
}
