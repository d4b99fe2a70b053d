// Original file: proto/identity/v1/identity.proto


export interface LoginRequest__Input {
  'username'?: (string);
  'password'?: (string);
  'address'?: (string);
}

export interface LoginRequest {
  'username': (string);
  'password': (string);
  'address': (string);
}
