// Original file: proto/identity/v1/identity.proto

import type { Membership__Input as _identity_v1_Membership__Input, Membership as _identity_v1_Membership } from '../../identity/v1/Membership.ts';

export interface User__Input {
  'id'?: (string);
  'email'?: (string);
  'role'?: (string);
  'org_id'?: (string);
  'client_id'?: (string);
  'orgs'?: (_identity_v1_Membership__Input)[];
  'user_metadata'?: (string);
  'name'?: (string);
  '_client_id'?: "client_id";
  '_name'?: "name";
}

export interface User {
  'id': (string);
  'email': (string);
  'role': (string);
  'org_id': (string);
  'client_id'?: (string);
  'orgs': (_identity_v1_Membership)[];
  'user_metadata': (string);
  'name'?: (string);
}
