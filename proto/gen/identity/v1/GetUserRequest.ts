// Original file: proto/identity/v1/identity.proto


export interface GetUserRequest__Input {
  'id'?: (string);
  'org_id'?: (string);
}

export interface GetUserRequest {
  'id': (string);
  'org_id': (string);
}
