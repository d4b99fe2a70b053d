import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { PasswordServiceClient as _identity_v1_PasswordServiceClient, PasswordServiceDefinition as _identity_v1_PasswordServiceDefinition } from './identity/v1/PasswordService.ts';
import type { RequestResetReply__Input as _identity_v1_RequestResetReply__Input, RequestResetReply as _identity_v1_RequestResetReply } from './identity/v1/RequestResetReply.ts';
import type { RequestResetRequest__Input as _identity_v1_RequestResetRequest__Input, RequestResetRequest as _identity_v1_RequestResetRequest } from './identity/v1/RequestResetRequest.ts';
import type { ResetPasswordReply__Input as _identity_v1_ResetPasswordReply__Input, ResetPasswordReply as _identity_v1_ResetPasswordReply } from './identity/v1/ResetPasswordReply.ts';
import type { ResetPasswordRequest__Input as _identity_v1_ResetPasswordRequest__Input, ResetPasswordRequest as _identity_v1_ResetPasswordRequest } from './identity/v1/ResetPasswordRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      PasswordService: SubtypeConstructor<typeof grpc.Client, _identity_v1_PasswordServiceClient> & { service: _identity_v1_PasswordServiceDefinition }
      RequestResetReply: MessageTypeDefinition<_identity_v1_RequestResetReply__Input, _identity_v1_RequestResetReply>
      RequestResetRequest: MessageTypeDefinition<_identity_v1_RequestResetRequest__Input, _identity_v1_RequestResetRequest>
      ResetPasswordReply: MessageTypeDefinition<_identity_v1_ResetPasswordReply__Input, _identity_v1_ResetPasswordReply>
      ResetPasswordRequest: MessageTypeDefinition<_identity_v1_ResetPasswordRequest__Input, _identity_v1_ResetPasswordRequest>
    }
  }
}

