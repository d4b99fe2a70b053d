// Original file: proto/identity/v1/session.proto


export interface ListAccessChangesRequest__Input {
  'since'?: (string);
  'after'?: (string);
  '_since'?: "since";
  '_after'?: "after";
}

export interface ListAccessChangesRequest {
  'since'?: (string);
  'after'?: (string);
}
