// Original file: proto/common/v1/release.proto


export interface ReleaseUser__Input {
  'kind'?: (string);
  'name'?: (string);
}

export interface ReleaseUser {
  'kind': (string);
  'name': (string);
}
