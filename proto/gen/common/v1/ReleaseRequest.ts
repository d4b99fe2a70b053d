// Original file: proto/common/v1/release.proto


export interface ReleaseRequest__Input {
  'targets'?: (string)[];
}

export interface ReleaseRequest {
  'targets': (string)[];
}
