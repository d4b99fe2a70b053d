// Original file: proto/identity/v1/audit.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AuditLogPage__Input as _identity_v1_AuditLogPage__Input, AuditLogPage as _identity_v1_AuditLogPage } from '../../identity/v1/AuditLogPage.ts';
import type { ListAuditLogRequest__Input as _identity_v1_ListAuditLogRequest__Input, ListAuditLogRequest as _identity_v1_ListAuditLogRequest } from '../../identity/v1/ListAuditLogRequest.ts';

export interface AuditServiceClient extends grpc.Client {
  ListAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  ListAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  ListAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  ListAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  listAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  listAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  listAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  listAuditLog(argument: _identity_v1_ListAuditLogRequest__Input, callback: grpc.requestCallback<_identity_v1_AuditLogPage>): grpc.ClientUnaryCall;
  
}

export interface AuditServiceHandlers extends grpc.UntypedServiceImplementation {
  ListAuditLog: grpc.handleUnaryCall<_identity_v1_ListAuditLogRequest, _identity_v1_AuditLogPage__Input>;
  
}

export interface AuditServiceDefinition extends grpc.ServiceDefinition {
  ListAuditLog: MethodDefinition<_identity_v1_ListAuditLogRequest__Input, _identity_v1_AuditLogPage__Input, _identity_v1_ListAuditLogRequest, _identity_v1_AuditLogPage>
}
