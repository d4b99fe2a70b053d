// Original file: proto/identity/v1/user.proto


export interface SelfPatch__Input {
  'name'?: (string);
  '_name'?: "name";
}

export interface SelfPatch {
  'name'?: (string);
}
