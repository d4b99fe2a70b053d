// Original file: proto/finance/v1/release.proto

import type { ReleaseUser__Input as _finance_v1_ReleaseUser__Input, ReleaseUser as _finance_v1_ReleaseUser } from '../../finance/v1/ReleaseUser.ts';

export interface ReleaseReply__Input {
  'users'?: (_finance_v1_ReleaseUser__Input)[];
}

export interface ReleaseReply {
  'users': (_finance_v1_ReleaseUser)[];
}
