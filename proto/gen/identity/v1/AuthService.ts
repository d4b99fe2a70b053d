// Original file: proto/identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetUserRequest__Input as _identity_v1_GetUserRequest__Input, GetUserRequest as _identity_v1_GetUserRequest } from '../../identity/v1/GetUserRequest.ts';
import type { ListSigningKeysRequest__Input as _identity_v1_ListSigningKeysRequest__Input, ListSigningKeysRequest as _identity_v1_ListSigningKeysRequest } from '../../identity/v1/ListSigningKeysRequest.ts';
import type { LoginReply__Input as _identity_v1_LoginReply__Input, LoginReply as _identity_v1_LoginReply } from '../../identity/v1/LoginReply.ts';
import type { LoginRequest__Input as _identity_v1_LoginRequest__Input, LoginRequest as _identity_v1_LoginRequest } from '../../identity/v1/LoginRequest.ts';
import type { SigningKeys__Input as _identity_v1_SigningKeys__Input, SigningKeys as _identity_v1_SigningKeys } from '../../identity/v1/SigningKeys.ts';
import type { User__Input as _identity_v1_User__Input, User as _identity_v1_User } from '../../identity/v1/User.ts';

export interface AuthServiceClient extends grpc.Client {
  GetUser(argument: _identity_v1_GetUserRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  GetUser(argument: _identity_v1_GetUserRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  GetUser(argument: _identity_v1_GetUserRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  GetUser(argument: _identity_v1_GetUserRequest__Input, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest__Input, callback: grpc.requestCallback<_identity_v1_User>): grpc.ClientUnaryCall;
  
  ListSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  ListSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  listSigningKeys(argument: _identity_v1_ListSigningKeysRequest__Input, callback: grpc.requestCallback<_identity_v1_SigningKeys>): grpc.ClientUnaryCall;
  
  Login(argument: _identity_v1_LoginRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  Login(argument: _identity_v1_LoginRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  Login(argument: _identity_v1_LoginRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  Login(argument: _identity_v1_LoginRequest__Input, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  login(argument: _identity_v1_LoginRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  login(argument: _identity_v1_LoginRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  login(argument: _identity_v1_LoginRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  login(argument: _identity_v1_LoginRequest__Input, callback: grpc.requestCallback<_identity_v1_LoginReply>): grpc.ClientUnaryCall;
  
}

export interface AuthServiceHandlers extends grpc.UntypedServiceImplementation {
  GetUser: grpc.handleUnaryCall<_identity_v1_GetUserRequest, _identity_v1_User__Input>;
  
  ListSigningKeys: grpc.handleUnaryCall<_identity_v1_ListSigningKeysRequest, _identity_v1_SigningKeys__Input>;
  
  Login: grpc.handleUnaryCall<_identity_v1_LoginRequest, _identity_v1_LoginReply__Input>;
  
}

export interface AuthServiceDefinition extends grpc.ServiceDefinition {
  GetUser: MethodDefinition<_identity_v1_GetUserRequest__Input, _identity_v1_User__Input, _identity_v1_GetUserRequest, _identity_v1_User>
  ListSigningKeys: MethodDefinition<_identity_v1_ListSigningKeysRequest__Input, _identity_v1_SigningKeys__Input, _identity_v1_ListSigningKeysRequest, _identity_v1_SigningKeys>
  Login: MethodDefinition<_identity_v1_LoginRequest__Input, _identity_v1_LoginReply__Input, _identity_v1_LoginRequest, _identity_v1_LoginReply>
}
