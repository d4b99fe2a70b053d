// Original file: proto/identity/v1/session.proto


export interface ChangePasswordRequest__Input {
  'current_password'?: (string);
  'new_password'?: (string);
}

export interface ChangePasswordRequest {
  'current_password': (string);
  'new_password': (string);
}
