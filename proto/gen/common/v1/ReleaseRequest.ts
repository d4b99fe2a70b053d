// Original file: proto/common/v1/release.proto

import type { Long } from '@grpc/proto-loader';

export interface ReleaseRequest__Input {
  'targets'?: (string)[];
  'fence'?: (number | string | Long);
}

export interface ReleaseRequest {
  'targets': (string)[];
  'fence': (number);
}
