// Original file: proto/identity/v1/user.proto


export interface UserInput__Input {
  'email'?: (string);
  'role'?: (string);
  'client_id'?: (string);
  'is_active'?: (boolean);
  'password'?: (string);
  'user_metadata'?: (string);
  'name'?: (string);
  '_client_id'?: "client_id";
  '_is_active'?: "is_active";
  '_password'?: "password";
  '_user_metadata'?: "user_metadata";
  '_name'?: "name";
}

export interface UserInput {
  'email': (string);
  'role': (string);
  'client_id'?: (string);
  'is_active'?: (boolean);
  'password'?: (string);
  'user_metadata'?: (string);
  'name'?: (string);
}
