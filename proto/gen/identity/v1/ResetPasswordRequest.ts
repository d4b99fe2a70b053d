// Original file: proto/identity/v1/password.proto


export interface ResetPasswordRequest__Input {
  'token'?: (string);
  'password'?: (string);
}

export interface ResetPasswordRequest {
  'token': (string);
  'password': (string);
}
