// Original file: proto/common/v1/release.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { KeepReply__Input as _common_v1_KeepReply__Input, KeepReply as _common_v1_KeepReply } from '../../common/v1/KeepReply.ts';
import type { ReleaseReply__Input as _common_v1_ReleaseReply__Input, ReleaseReply as _common_v1_ReleaseReply } from '../../common/v1/ReleaseReply.ts';
import type { ReleaseRequest__Input as _common_v1_ReleaseRequest__Input, ReleaseRequest as _common_v1_ReleaseRequest } from '../../common/v1/ReleaseRequest.ts';

export interface ReleaseServiceClient extends grpc.Client {
  KeepRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  KeepRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  KeepRecords(argument: _common_v1_ReleaseRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  KeepRecords(argument: _common_v1_ReleaseRequest__Input, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  keepRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  keepRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  keepRecords(argument: _common_v1_ReleaseRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  keepRecords(argument: _common_v1_ReleaseRequest__Input, callback: grpc.requestCallback<_common_v1_KeepReply>): grpc.ClientUnaryCall;
  
  ReleaseRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  ReleaseRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  ReleaseRecords(argument: _common_v1_ReleaseRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  ReleaseRecords(argument: _common_v1_ReleaseRequest__Input, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  releaseRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  releaseRecords(argument: _common_v1_ReleaseRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  releaseRecords(argument: _common_v1_ReleaseRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  releaseRecords(argument: _common_v1_ReleaseRequest__Input, callback: grpc.requestCallback<_common_v1_ReleaseReply>): grpc.ClientUnaryCall;
  
}

export interface ReleaseServiceHandlers extends grpc.UntypedServiceImplementation {
  KeepRecords: grpc.handleUnaryCall<_common_v1_ReleaseRequest, _common_v1_KeepReply__Input>;
  
  ReleaseRecords: grpc.handleUnaryCall<_common_v1_ReleaseRequest, _common_v1_ReleaseReply__Input>;
  
}

export interface ReleaseServiceDefinition extends grpc.ServiceDefinition {
  KeepRecords: MethodDefinition<_common_v1_ReleaseRequest__Input, _common_v1_KeepReply__Input, _common_v1_ReleaseRequest, _common_v1_KeepReply>
  ReleaseRecords: MethodDefinition<_common_v1_ReleaseRequest__Input, _common_v1_ReleaseReply__Input, _common_v1_ReleaseRequest, _common_v1_ReleaseReply>
}
