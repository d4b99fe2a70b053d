// Original file: proto/identity/v1/password.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { RequestResetReply__Input as _identity_v1_RequestResetReply__Input, RequestResetReply as _identity_v1_RequestResetReply } from '../../identity/v1/RequestResetReply.ts';
import type { RequestResetRequest__Input as _identity_v1_RequestResetRequest__Input, RequestResetRequest as _identity_v1_RequestResetRequest } from '../../identity/v1/RequestResetRequest.ts';
import type { ResetPasswordReply__Input as _identity_v1_ResetPasswordReply__Input, ResetPasswordReply as _identity_v1_ResetPasswordReply } from '../../identity/v1/ResetPasswordReply.ts';
import type { ResetPasswordRequest__Input as _identity_v1_ResetPasswordRequest__Input, ResetPasswordRequest as _identity_v1_ResetPasswordRequest } from '../../identity/v1/ResetPasswordRequest.ts';

export interface PasswordServiceClient extends grpc.Client {
  RequestReset(argument: _identity_v1_RequestResetRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  RequestReset(argument: _identity_v1_RequestResetRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  RequestReset(argument: _identity_v1_RequestResetRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  RequestReset(argument: _identity_v1_RequestResetRequest__Input, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  requestReset(argument: _identity_v1_RequestResetRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  requestReset(argument: _identity_v1_RequestResetRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  requestReset(argument: _identity_v1_RequestResetRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  requestReset(argument: _identity_v1_RequestResetRequest__Input, callback: grpc.requestCallback<_identity_v1_RequestResetReply>): grpc.ClientUnaryCall;
  
  ResetPassword(argument: _identity_v1_ResetPasswordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  ResetPassword(argument: _identity_v1_ResetPasswordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  ResetPassword(argument: _identity_v1_ResetPasswordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  ResetPassword(argument: _identity_v1_ResetPasswordRequest__Input, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  resetPassword(argument: _identity_v1_ResetPasswordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  resetPassword(argument: _identity_v1_ResetPasswordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  resetPassword(argument: _identity_v1_ResetPasswordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  resetPassword(argument: _identity_v1_ResetPasswordRequest__Input, callback: grpc.requestCallback<_identity_v1_ResetPasswordReply>): grpc.ClientUnaryCall;
  
}

export interface PasswordServiceHandlers extends grpc.UntypedServiceImplementation {
  RequestReset: grpc.handleUnaryCall<_identity_v1_RequestResetRequest, _identity_v1_RequestResetReply__Input>;
  
  ResetPassword: grpc.handleUnaryCall<_identity_v1_ResetPasswordRequest, _identity_v1_ResetPasswordReply__Input>;
  
}

export interface PasswordServiceDefinition extends grpc.ServiceDefinition {
  RequestReset: MethodDefinition<_identity_v1_RequestResetRequest__Input, _identity_v1_RequestResetReply__Input, _identity_v1_RequestResetRequest, _identity_v1_RequestResetReply>
  ResetPassword: MethodDefinition<_identity_v1_ResetPasswordRequest__Input, _identity_v1_ResetPasswordReply__Input, _identity_v1_ResetPasswordRequest, _identity_v1_ResetPasswordReply>
}
