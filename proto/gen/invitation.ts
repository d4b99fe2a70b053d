import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AcceptInvitationReply__Input as _identity_v1_AcceptInvitationReply__Input, AcceptInvitationReply as _identity_v1_AcceptInvitationReply } from './identity/v1/AcceptInvitationReply.ts';
import type { AcceptInvitationRequest__Input as _identity_v1_AcceptInvitationRequest__Input, AcceptInvitationRequest as _identity_v1_AcceptInvitationRequest } from './identity/v1/AcceptInvitationRequest.ts';
import type { InvitationServiceClient as _identity_v1_InvitationServiceClient, InvitationServiceDefinition as _identity_v1_InvitationServiceDefinition } from './identity/v1/InvitationService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      AcceptInvitationReply: MessageTypeDefinition<_identity_v1_AcceptInvitationReply__Input, _identity_v1_AcceptInvitationReply>
      AcceptInvitationRequest: MessageTypeDefinition<_identity_v1_AcceptInvitationRequest__Input, _identity_v1_AcceptInvitationRequest>
      InvitationService: SubtypeConstructor<typeof grpc.Client, _identity_v1_InvitationServiceClient> & { service: _identity_v1_InvitationServiceDefinition }
    }
  }
}

