// Original file: proto/identity/v1/org.proto

import type { Org__Input as _identity_v1_Org__Input, Org as _identity_v1_Org } from '../../identity/v1/Org.ts';

export interface OrgReply__Input {
  'record'?: (_identity_v1_Org__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface OrgReply {
  'record': (_identity_v1_Org | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}
