import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuthServiceClient as _identity_v1_AuthServiceClient, AuthServiceDefinition as _identity_v1_AuthServiceDefinition } from './identity/v1/AuthService.ts';
import type { GetUserRequest__Input as _identity_v1_GetUserRequest__Input, GetUserRequest as _identity_v1_GetUserRequest } from './identity/v1/GetUserRequest.ts';
import type { ListSigningKeysRequest__Input as _identity_v1_ListSigningKeysRequest__Input, ListSigningKeysRequest as _identity_v1_ListSigningKeysRequest } from './identity/v1/ListSigningKeysRequest.ts';
import type { LoginReply__Input as _identity_v1_LoginReply__Input, LoginReply as _identity_v1_LoginReply } from './identity/v1/LoginReply.ts';
import type { LoginRequest__Input as _identity_v1_LoginRequest__Input, LoginRequest as _identity_v1_LoginRequest } from './identity/v1/LoginRequest.ts';
import type { Membership__Input as _identity_v1_Membership__Input, Membership as _identity_v1_Membership } from './identity/v1/Membership.ts';
import type { SigningKey__Input as _identity_v1_SigningKey__Input, SigningKey as _identity_v1_SigningKey } from './identity/v1/SigningKey.ts';
import type { SigningKeys__Input as _identity_v1_SigningKeys__Input, SigningKeys as _identity_v1_SigningKeys } from './identity/v1/SigningKeys.ts';
import type { User__Input as _identity_v1_User__Input, User as _identity_v1_User } from './identity/v1/User.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      AuthService: SubtypeConstructor<typeof grpc.Client, _identity_v1_AuthServiceClient> & { service: _identity_v1_AuthServiceDefinition }
      GetUserRequest: MessageTypeDefinition<_identity_v1_GetUserRequest__Input, _identity_v1_GetUserRequest>
      ListSigningKeysRequest: MessageTypeDefinition<_identity_v1_ListSigningKeysRequest__Input, _identity_v1_ListSigningKeysRequest>
      LoginReply: MessageTypeDefinition<_identity_v1_LoginReply__Input, _identity_v1_LoginReply>
      LoginRequest: MessageTypeDefinition<_identity_v1_LoginRequest__Input, _identity_v1_LoginRequest>
      Membership: MessageTypeDefinition<_identity_v1_Membership__Input, _identity_v1_Membership>
      SigningKey: MessageTypeDefinition<_identity_v1_SigningKey__Input, _identity_v1_SigningKey>
      SigningKeys: MessageTypeDefinition<_identity_v1_SigningKeys__Input, _identity_v1_SigningKeys>
      User: MessageTypeDefinition<_identity_v1_User__Input, _identity_v1_User>
    }
  }
}

