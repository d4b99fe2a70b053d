// Original file: proto/common/v1/common.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Version__Input as _common_v1_Version__Input, Version as _common_v1_Version } from '../../common/v1/Version.ts';
import type { VersionRequest__Input as _common_v1_VersionRequest__Input, VersionRequest as _common_v1_VersionRequest } from '../../common/v1/VersionRequest.ts';

export interface VersionServiceClient extends grpc.Client {
  GetVersion(argument: _common_v1_VersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  GetVersion(argument: _common_v1_VersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  GetVersion(argument: _common_v1_VersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  GetVersion(argument: _common_v1_VersionRequest__Input, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  getVersion(argument: _common_v1_VersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  getVersion(argument: _common_v1_VersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  getVersion(argument: _common_v1_VersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  getVersion(argument: _common_v1_VersionRequest__Input, callback: grpc.requestCallback<_common_v1_Version>): grpc.ClientUnaryCall;
  
}

export interface VersionServiceHandlers extends grpc.UntypedServiceImplementation {
  GetVersion: grpc.handleUnaryCall<_common_v1_VersionRequest, _common_v1_Version__Input>;
  
}

export interface VersionServiceDefinition extends grpc.ServiceDefinition {
  GetVersion: MethodDefinition<_common_v1_VersionRequest__Input, _common_v1_Version__Input, _common_v1_VersionRequest, _common_v1_Version>
}
