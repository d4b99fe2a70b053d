// Original file: proto/identity/v1/session.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AccessChanges__Input as _identity_v1_AccessChanges__Input, AccessChanges as _identity_v1_AccessChanges } from '../../identity/v1/AccessChanges.ts';
import type { ChangePasswordRequest__Input as _identity_v1_ChangePasswordRequest__Input, ChangePasswordRequest as _identity_v1_ChangePasswordRequest } from '../../identity/v1/ChangePasswordRequest.ts';
import type { ListAccessChangesRequest__Input as _identity_v1_ListAccessChangesRequest__Input, ListAccessChangesRequest as _identity_v1_ListAccessChangesRequest } from '../../identity/v1/ListAccessChangesRequest.ts';
import type { LogoutRequest__Input as _identity_v1_LogoutRequest__Input, LogoutRequest as _identity_v1_LogoutRequest } from '../../identity/v1/LogoutRequest.ts';
import type { SessionEnded__Input as _identity_v1_SessionEnded__Input, SessionEnded as _identity_v1_SessionEnded } from '../../identity/v1/SessionEnded.ts';

export interface SessionServiceClient extends grpc.Client {
  ChangePassword(argument: _identity_v1_ChangePasswordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  ChangePassword(argument: _identity_v1_ChangePasswordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  ChangePassword(argument: _identity_v1_ChangePasswordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  ChangePassword(argument: _identity_v1_ChangePasswordRequest__Input, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  changePassword(argument: _identity_v1_ChangePasswordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  changePassword(argument: _identity_v1_ChangePasswordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  changePassword(argument: _identity_v1_ChangePasswordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  changePassword(argument: _identity_v1_ChangePasswordRequest__Input, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  
  ListAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  ListAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  ListAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  ListAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  listAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  listAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  listAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  listAccessChanges(argument: _identity_v1_ListAccessChangesRequest__Input, callback: grpc.requestCallback<_identity_v1_AccessChanges>): grpc.ClientUnaryCall;
  
  Logout(argument: _identity_v1_LogoutRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  Logout(argument: _identity_v1_LogoutRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  Logout(argument: _identity_v1_LogoutRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  Logout(argument: _identity_v1_LogoutRequest__Input, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  logout(argument: _identity_v1_LogoutRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  logout(argument: _identity_v1_LogoutRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  logout(argument: _identity_v1_LogoutRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  logout(argument: _identity_v1_LogoutRequest__Input, callback: grpc.requestCallback<_identity_v1_SessionEnded>): grpc.ClientUnaryCall;
  
}

export interface SessionServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangePassword: grpc.handleUnaryCall<_identity_v1_ChangePasswordRequest, _identity_v1_SessionEnded__Input>;
  
  ListAccessChanges: grpc.handleUnaryCall<_identity_v1_ListAccessChangesRequest, _identity_v1_AccessChanges__Input>;
  
  Logout: grpc.handleUnaryCall<_identity_v1_LogoutRequest, _identity_v1_SessionEnded__Input>;
  
}

export interface SessionServiceDefinition extends grpc.ServiceDefinition {
  ChangePassword: MethodDefinition<_identity_v1_ChangePasswordRequest__Input, _identity_v1_SessionEnded__Input, _identity_v1_ChangePasswordRequest, _identity_v1_SessionEnded>
  ListAccessChanges: MethodDefinition<_identity_v1_ListAccessChangesRequest__Input, _identity_v1_AccessChanges__Input, _identity_v1_ListAccessChangesRequest, _identity_v1_AccessChanges>
  Logout: MethodDefinition<_identity_v1_LogoutRequest__Input, _identity_v1_SessionEnded__Input, _identity_v1_LogoutRequest, _identity_v1_SessionEnded>
}
