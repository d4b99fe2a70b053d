// Original file: proto/identity/v1/invitation.proto


export interface AcceptInvitationReply__Input {
  'org_name'?: (string);
  'password_set'?: (boolean);
}

export interface AcceptInvitationReply {
  'org_name': (string);
  'password_set': (boolean);
}
