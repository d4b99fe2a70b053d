import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { KeepReply__Input as _finance_v1_KeepReply__Input, KeepReply as _finance_v1_KeepReply } from './finance/v1/KeepReply.ts';
import type { ReleaseReply__Input as _finance_v1_ReleaseReply__Input, ReleaseReply as _finance_v1_ReleaseReply } from './finance/v1/ReleaseReply.ts';
import type { ReleaseRequest__Input as _finance_v1_ReleaseRequest__Input, ReleaseRequest as _finance_v1_ReleaseRequest } from './finance/v1/ReleaseRequest.ts';
import type { ReleaseServiceClient as _finance_v1_ReleaseServiceClient, ReleaseServiceDefinition as _finance_v1_ReleaseServiceDefinition } from './finance/v1/ReleaseService.ts';
import type { ReleaseUser__Input as _finance_v1_ReleaseUser__Input, ReleaseUser as _finance_v1_ReleaseUser } from './finance/v1/ReleaseUser.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      KeepReply: MessageTypeDefinition<_finance_v1_KeepReply__Input, _finance_v1_KeepReply>
      ReleaseReply: MessageTypeDefinition<_finance_v1_ReleaseReply__Input, _finance_v1_ReleaseReply>
      ReleaseRequest: MessageTypeDefinition<_finance_v1_ReleaseRequest__Input, _finance_v1_ReleaseRequest>
      ReleaseService: SubtypeConstructor<typeof grpc.Client, _finance_v1_ReleaseServiceClient> & { service: _finance_v1_ReleaseServiceDefinition }
      ReleaseUser: MessageTypeDefinition<_finance_v1_ReleaseUser__Input, _finance_v1_ReleaseUser>
    }
  }
}

