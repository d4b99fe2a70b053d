// Original file: proto/identity/v1/user.proto


export interface PersonName__Input {
  'id'?: (string);
  'name'?: (string);
}

export interface PersonName {
  'id': (string);
  'name': (string);
}
