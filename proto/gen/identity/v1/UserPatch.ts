// Original file: proto/identity/v1/user.proto


export interface UserPatch__Input {
  'email'?: (string);
  'role'?: (string);
  'client_id'?: (string);
  'is_active'?: (boolean);
  'password'?: (string);
  'user_metadata'?: (string);
  'name'?: (string);
  '_email'?: "email";
  '_role'?: "role";
  '_client_id'?: "client_id";
  '_is_active'?: "is_active";
  '_password'?: "password";
  '_user_metadata'?: "user_metadata";
  '_name'?: "name";
}

export interface UserPatch {
  'email'?: (string);
  'role'?: (string);
  'client_id'?: (string);
  'is_active'?: (boolean);
  'password'?: (string);
  'user_metadata'?: (string);
  'name'?: (string);
}
