// Original file: proto/identity/v1/invitation.proto


export interface AcceptInvitationRequest__Input {
  'token'?: (string);
  'password'?: (string);
  'name'?: (string);
  '_password'?: "password";
  '_name'?: "name";
}

export interface AcceptInvitationRequest {
  'token': (string);
  'password'?: (string);
  'name'?: (string);
}
