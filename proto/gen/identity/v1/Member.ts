// Original file: proto/identity/v1/user.proto


export interface Member__Input {
  'id'?: (string);
  'name'?: (string);
  'role'?: (string);
  'is_active'?: (boolean);
  '_name'?: "name";
}

export interface Member {
  'id': (string);
  'name'?: (string);
  'role': (string);
  'is_active': (boolean);
}
