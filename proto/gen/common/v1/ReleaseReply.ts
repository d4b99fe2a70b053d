// Original file: proto/common/v1/release.proto

import type { ReleaseUser__Input as _common_v1_ReleaseUser__Input, ReleaseUser as _common_v1_ReleaseUser } from '../../common/v1/ReleaseUser.ts';

export interface ReleaseReply__Input {
  'users'?: (_common_v1_ReleaseUser__Input)[];
}

export interface ReleaseReply {
  'users': (_common_v1_ReleaseUser)[];
}
