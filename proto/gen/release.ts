import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { KeepReply__Input as _common_v1_KeepReply__Input, KeepReply as _common_v1_KeepReply } from './common/v1/KeepReply.ts';
import type { ReleaseReply__Input as _common_v1_ReleaseReply__Input, ReleaseReply as _common_v1_ReleaseReply } from './common/v1/ReleaseReply.ts';
import type { ReleaseRequest__Input as _common_v1_ReleaseRequest__Input, ReleaseRequest as _common_v1_ReleaseRequest } from './common/v1/ReleaseRequest.ts';
import type { ReleaseServiceClient as _common_v1_ReleaseServiceClient, ReleaseServiceDefinition as _common_v1_ReleaseServiceDefinition } from './common/v1/ReleaseService.ts';
import type { ReleaseUser__Input as _common_v1_ReleaseUser__Input, ReleaseUser as _common_v1_ReleaseUser } from './common/v1/ReleaseUser.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  common: {
    v1: {
      KeepReply: MessageTypeDefinition<_common_v1_KeepReply__Input, _common_v1_KeepReply>
      ReleaseReply: MessageTypeDefinition<_common_v1_ReleaseReply__Input, _common_v1_ReleaseReply>
      ReleaseRequest: MessageTypeDefinition<_common_v1_ReleaseRequest__Input, _common_v1_ReleaseRequest>
      ReleaseService: SubtypeConstructor<typeof grpc.Client, _common_v1_ReleaseServiceClient> & { service: _common_v1_ReleaseServiceDefinition }
      ReleaseUser: MessageTypeDefinition<_common_v1_ReleaseUser__Input, _common_v1_ReleaseUser>
    }
  }
}

