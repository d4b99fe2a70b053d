// Original file: proto/identity/v1/user.proto

import type { OrgUser__Input as _identity_v1_OrgUser__Input, OrgUser as _identity_v1_OrgUser } from '../../identity/v1/OrgUser.ts';

export interface UserReply__Input {
  'record'?: (_identity_v1_OrgUser__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface UserReply {
  'record': (_identity_v1_OrgUser | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}
