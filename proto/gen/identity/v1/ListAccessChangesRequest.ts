// Original file: proto/identity/v1/session.proto


export interface ListAccessChangesRequest__Input {
  'since'?: (string);
  '_since'?: "since";
}

export interface ListAccessChangesRequest {
  'since'?: (string);
}
