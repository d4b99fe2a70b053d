// Original file: proto/identity/v1/api_key.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ApiKeyList__Input as _identity_v1_ApiKeyList__Input, ApiKeyList as _identity_v1_ApiKeyList } from '../../identity/v1/ApiKeyList.ts';
import type { ApiKeyReply__Input as _identity_v1_ApiKeyReply__Input, ApiKeyReply as _identity_v1_ApiKeyReply } from '../../identity/v1/ApiKeyReply.ts';
import type { ApiKeyValueReply__Input as _identity_v1_ApiKeyValueReply__Input, ApiKeyValueReply as _identity_v1_ApiKeyValueReply } from '../../identity/v1/ApiKeyValueReply.ts';
import type { CallingKey__Input as _identity_v1_CallingKey__Input, CallingKey as _identity_v1_CallingKey } from '../../identity/v1/CallingKey.ts';
import type { CreateApiKeyRequest__Input as _identity_v1_CreateApiKeyRequest__Input, CreateApiKeyRequest as _identity_v1_CreateApiKeyRequest } from '../../identity/v1/CreateApiKeyRequest.ts';
import type { GetCallingKeyRequest__Input as _identity_v1_GetCallingKeyRequest__Input, GetCallingKeyRequest as _identity_v1_GetCallingKeyRequest } from '../../identity/v1/GetCallingKeyRequest.ts';
import type { ListApiKeysRequest__Input as _identity_v1_ListApiKeysRequest__Input, ListApiKeysRequest as _identity_v1_ListApiKeysRequest } from '../../identity/v1/ListApiKeysRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { ReportApiKeyUseReply__Input as _identity_v1_ReportApiKeyUseReply__Input, ReportApiKeyUseReply as _identity_v1_ReportApiKeyUseReply } from '../../identity/v1/ReportApiKeyUseReply.ts';
import type { ReportApiKeyUseRequest__Input as _identity_v1_ReportApiKeyUseRequest__Input, ReportApiKeyUseRequest as _identity_v1_ReportApiKeyUseRequest } from '../../identity/v1/ReportApiKeyUseRequest.ts';
import type { ResolveApiKeyRequest__Input as _identity_v1_ResolveApiKeyRequest__Input, ResolveApiKeyRequest as _identity_v1_ResolveApiKeyRequest } from '../../identity/v1/ResolveApiKeyRequest.ts';
import type { ResolvedApiKey__Input as _identity_v1_ResolvedApiKey__Input, ResolvedApiKey as _identity_v1_ResolvedApiKey } from '../../identity/v1/ResolvedApiKey.ts';
import type { RotateApiKeyRequest__Input as _identity_v1_RotateApiKeyRequest__Input, RotateApiKeyRequest as _identity_v1_RotateApiKeyRequest } from '../../identity/v1/RotateApiKeyRequest.ts';

export interface ApiKeyServiceClient extends grpc.Client {
  CreateApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  CreateApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  createApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  createApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  createApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  createApiKey(argument: _identity_v1_CreateApiKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  
  GetApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  GetApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  GetApiKey(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  GetApiKey(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  getApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  getApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  getApiKey(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  getApiKey(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  
  GetCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  GetCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  GetCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  GetCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  getCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  getCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  getCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  getCallingKey(argument: _identity_v1_GetCallingKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_CallingKey>): grpc.ClientUnaryCall;
  
  ListApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  ListApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  listApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  listApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  listApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  listApiKeys(argument: _identity_v1_ListApiKeysRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyList>): grpc.ClientUnaryCall;
  
  ReportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  ReportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  ReportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  ReportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  reportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  reportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  reportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  reportApiKeyUse(argument: _identity_v1_ReportApiKeyUseRequest__Input, callback: grpc.requestCallback<_identity_v1_ReportApiKeyUseReply>): grpc.ClientUnaryCall;
  
  ResolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  ResolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  ResolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  ResolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  resolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  resolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  resolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  resolveApiKey(argument: _identity_v1_ResolveApiKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_ResolvedApiKey>): grpc.ClientUnaryCall;
  
  RevokeApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  RevokeApiKey(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  revokeApiKey(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyReply>): grpc.ClientUnaryCall;
  
  RotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  RotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  RotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  RotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  rotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  rotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  rotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  rotateApiKey(argument: _identity_v1_RotateApiKeyRequest__Input, callback: grpc.requestCallback<_identity_v1_ApiKeyValueReply>): grpc.ClientUnaryCall;
  
}

export interface ApiKeyServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateApiKey: grpc.handleUnaryCall<_identity_v1_CreateApiKeyRequest, _identity_v1_ApiKeyValueReply__Input>;
  
  GetApiKey: grpc.handleUnaryCall<_common_v1_RecordRequest, _identity_v1_ApiKeyReply__Input>;
  
  GetCallingKey: grpc.handleUnaryCall<_identity_v1_GetCallingKeyRequest, _identity_v1_CallingKey__Input>;
  
  ListApiKeys: grpc.handleUnaryCall<_identity_v1_ListApiKeysRequest, _identity_v1_ApiKeyList__Input>;
  
  ReportApiKeyUse: grpc.handleUnaryCall<_identity_v1_ReportApiKeyUseRequest, _identity_v1_ReportApiKeyUseReply__Input>;
  
  ResolveApiKey: grpc.handleUnaryCall<_identity_v1_ResolveApiKeyRequest, _identity_v1_ResolvedApiKey__Input>;
  
  RevokeApiKey: grpc.handleUnaryCall<_common_v1_RecordRequest, _identity_v1_ApiKeyReply__Input>;
  
  RotateApiKey: grpc.handleUnaryCall<_identity_v1_RotateApiKeyRequest, _identity_v1_ApiKeyValueReply__Input>;
  
}

export interface ApiKeyServiceDefinition extends grpc.ServiceDefinition {
  CreateApiKey: MethodDefinition<_identity_v1_CreateApiKeyRequest__Input, _identity_v1_ApiKeyValueReply__Input, _identity_v1_CreateApiKeyRequest, _identity_v1_ApiKeyValueReply>
  GetApiKey: MethodDefinition<_common_v1_RecordRequest__Input, _identity_v1_ApiKeyReply__Input, _common_v1_RecordRequest, _identity_v1_ApiKeyReply>
  GetCallingKey: MethodDefinition<_identity_v1_GetCallingKeyRequest__Input, _identity_v1_CallingKey__Input, _identity_v1_GetCallingKeyRequest, _identity_v1_CallingKey>
  ListApiKeys: MethodDefinition<_identity_v1_ListApiKeysRequest__Input, _identity_v1_ApiKeyList__Input, _identity_v1_ListApiKeysRequest, _identity_v1_ApiKeyList>
  ReportApiKeyUse: MethodDefinition<_identity_v1_ReportApiKeyUseRequest__Input, _identity_v1_ReportApiKeyUseReply__Input, _identity_v1_ReportApiKeyUseRequest, _identity_v1_ReportApiKeyUseReply>
  ResolveApiKey: MethodDefinition<_identity_v1_ResolveApiKeyRequest__Input, _identity_v1_ResolvedApiKey__Input, _identity_v1_ResolveApiKeyRequest, _identity_v1_ResolvedApiKey>
  RevokeApiKey: MethodDefinition<_common_v1_RecordRequest__Input, _identity_v1_ApiKeyReply__Input, _common_v1_RecordRequest, _identity_v1_ApiKeyReply>
  RotateApiKey: MethodDefinition<_identity_v1_RotateApiKeyRequest__Input, _identity_v1_ApiKeyValueReply__Input, _identity_v1_RotateApiKeyRequest, _identity_v1_ApiKeyValueReply>
}
