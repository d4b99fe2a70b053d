import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AccessChange__Input as _identity_v1_AccessChange__Input, AccessChange as _identity_v1_AccessChange } from './identity/v1/AccessChange.ts';
import type { AccessChanges__Input as _identity_v1_AccessChanges__Input, AccessChanges as _identity_v1_AccessChanges } from './identity/v1/AccessChanges.ts';
import type { ChangePasswordRequest__Input as _identity_v1_ChangePasswordRequest__Input, ChangePasswordRequest as _identity_v1_ChangePasswordRequest } from './identity/v1/ChangePasswordRequest.ts';
import type { ListAccessChangesRequest__Input as _identity_v1_ListAccessChangesRequest__Input, ListAccessChangesRequest as _identity_v1_ListAccessChangesRequest } from './identity/v1/ListAccessChangesRequest.ts';
import type { LogoutRequest__Input as _identity_v1_LogoutRequest__Input, LogoutRequest as _identity_v1_LogoutRequest } from './identity/v1/LogoutRequest.ts';
import type { SessionEnded__Input as _identity_v1_SessionEnded__Input, SessionEnded as _identity_v1_SessionEnded } from './identity/v1/SessionEnded.ts';
import type { SessionServiceClient as _identity_v1_SessionServiceClient, SessionServiceDefinition as _identity_v1_SessionServiceDefinition } from './identity/v1/SessionService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      AccessChange: MessageTypeDefinition<_identity_v1_AccessChange__Input, _identity_v1_AccessChange>
      AccessChanges: MessageTypeDefinition<_identity_v1_AccessChanges__Input, _identity_v1_AccessChanges>
      ChangePasswordRequest: MessageTypeDefinition<_identity_v1_ChangePasswordRequest__Input, _identity_v1_ChangePasswordRequest>
      ListAccessChangesRequest: MessageTypeDefinition<_identity_v1_ListAccessChangesRequest__Input, _identity_v1_ListAccessChangesRequest>
      LogoutRequest: MessageTypeDefinition<_identity_v1_LogoutRequest__Input, _identity_v1_LogoutRequest>
      SessionEnded: MessageTypeDefinition<_identity_v1_SessionEnded__Input, _identity_v1_SessionEnded>
      SessionService: SubtypeConstructor<typeof grpc.Client, _identity_v1_SessionServiceClient> & { service: _identity_v1_SessionServiceDefinition }
    }
  }
}

