// Original file: proto/identity/v1/session.proto


export interface AccessChange__Input {
  'id'?: (string);
  'sessions'?: (string)[];
  'keys'?: (string)[];
}

export interface AccessChange {
  'id': (string);
  'sessions': (string)[];
  'keys': (string)[];
}
