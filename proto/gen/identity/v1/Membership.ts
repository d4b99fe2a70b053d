// Original file: proto/identity/v1/identity.proto


export interface Membership__Input {
  'id'?: (string);
  'name'?: (string);
  'role'?: (string);
  'client_id'?: (string);
  '_client_id'?: "client_id";
}

export interface Membership {
  'id': (string);
  'name': (string);
  'role': (string);
  'client_id'?: (string);
}
