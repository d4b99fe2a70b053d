// Original file: proto/identity/v1/password.proto


export interface RequestResetRequest__Input {
  'email'?: (string);
}

export interface RequestResetRequest {
  'email': (string);
}
