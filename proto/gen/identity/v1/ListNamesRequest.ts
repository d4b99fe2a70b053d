// Original file: proto/identity/v1/user.proto


export interface ListNamesRequest__Input {
  'ids'?: (string)[];
}

export interface ListNamesRequest {
  'ids': (string)[];
}
