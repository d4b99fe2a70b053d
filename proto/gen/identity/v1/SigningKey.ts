// Original file: proto/identity/v1/identity.proto


export interface SigningKey__Input {
  'kid'?: (string);
  'x'?: (string);
}

export interface SigningKey {
  'kid': (string);
  'x': (string);
}
