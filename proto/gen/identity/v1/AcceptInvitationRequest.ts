// Original file: proto/identity/v1/invitation.proto


export interface AcceptInvitationRequest__Input {
  'token'?: (string);
  'password'?: (string);
  '_password'?: "password";
}

export interface AcceptInvitationRequest {
  'token': (string);
  'password'?: (string);
}
