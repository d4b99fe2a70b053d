// Original file: proto/identity/v1/org.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateOrgRequest__Input as _identity_v1_CreateOrgRequest__Input, CreateOrgRequest as _identity_v1_CreateOrgRequest } from '../../identity/v1/CreateOrgRequest.ts';
import type { GetOrgSettingsRequest__Input as _identity_v1_GetOrgSettingsRequest__Input, GetOrgSettingsRequest as _identity_v1_GetOrgSettingsRequest } from '../../identity/v1/GetOrgSettingsRequest.ts';
import type { ListOrgsRequest__Input as _identity_v1_ListOrgsRequest__Input, ListOrgsRequest as _identity_v1_ListOrgsRequest } from '../../identity/v1/ListOrgsRequest.ts';
import type { OrgPage__Input as _identity_v1_OrgPage__Input, OrgPage as _identity_v1_OrgPage } from '../../identity/v1/OrgPage.ts';
import type { OrgReply__Input as _identity_v1_OrgReply__Input, OrgReply as _identity_v1_OrgReply } from '../../identity/v1/OrgReply.ts';
import type { OrgSettings__Input as _identity_v1_OrgSettings__Input, OrgSettings as _identity_v1_OrgSettings } from '../../identity/v1/OrgSettings.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateOrgRequest__Input as _identity_v1_UpdateOrgRequest__Input, UpdateOrgRequest as _identity_v1_UpdateOrgRequest } from '../../identity/v1/UpdateOrgRequest.ts';

export interface OrgServiceClient extends grpc.Client {
  CreateOrg(argument: _identity_v1_CreateOrgRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  CreateOrg(argument: _identity_v1_CreateOrgRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  CreateOrg(argument: _identity_v1_CreateOrgRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  CreateOrg(argument: _identity_v1_CreateOrgRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  createOrg(argument: _identity_v1_CreateOrgRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  createOrg(argument: _identity_v1_CreateOrgRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  createOrg(argument: _identity_v1_CreateOrgRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  createOrg(argument: _identity_v1_CreateOrgRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  
  GetOrg(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  GetOrg(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  GetOrg(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  GetOrg(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  getOrg(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  getOrg(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  getOrg(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  getOrg(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  
  GetOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  GetOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  GetOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  GetOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  getOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  getOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  getOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  getOrgSettings(argument: _identity_v1_GetOrgSettingsRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgSettings>): grpc.ClientUnaryCall;
  
  ListOrgs(argument: _identity_v1_ListOrgsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  ListOrgs(argument: _identity_v1_ListOrgsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  ListOrgs(argument: _identity_v1_ListOrgsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  ListOrgs(argument: _identity_v1_ListOrgsRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  listOrgs(argument: _identity_v1_ListOrgsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  listOrgs(argument: _identity_v1_ListOrgsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  listOrgs(argument: _identity_v1_ListOrgsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  listOrgs(argument: _identity_v1_ListOrgsRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgPage>): grpc.ClientUnaryCall;
  
  UpdateOrg(argument: _identity_v1_UpdateOrgRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  UpdateOrg(argument: _identity_v1_UpdateOrgRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  UpdateOrg(argument: _identity_v1_UpdateOrgRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  UpdateOrg(argument: _identity_v1_UpdateOrgRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  updateOrg(argument: _identity_v1_UpdateOrgRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  updateOrg(argument: _identity_v1_UpdateOrgRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  updateOrg(argument: _identity_v1_UpdateOrgRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  updateOrg(argument: _identity_v1_UpdateOrgRequest__Input, callback: grpc.requestCallback<_identity_v1_OrgReply>): grpc.ClientUnaryCall;
  
}

export interface OrgServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateOrg: grpc.handleUnaryCall<_identity_v1_CreateOrgRequest, _identity_v1_OrgReply__Input>;
  
  GetOrg: grpc.handleUnaryCall<_common_v1_RecordRequest, _identity_v1_OrgReply__Input>;
  
  GetOrgSettings: grpc.handleUnaryCall<_identity_v1_GetOrgSettingsRequest, _identity_v1_OrgSettings__Input>;
  
  ListOrgs: grpc.handleUnaryCall<_identity_v1_ListOrgsRequest, _identity_v1_OrgPage__Input>;
  
  UpdateOrg: grpc.handleUnaryCall<_identity_v1_UpdateOrgRequest, _identity_v1_OrgReply__Input>;
  
}

export interface OrgServiceDefinition extends grpc.ServiceDefinition {
  CreateOrg: MethodDefinition<_identity_v1_CreateOrgRequest__Input, _identity_v1_OrgReply__Input, _identity_v1_CreateOrgRequest, _identity_v1_OrgReply>
  GetOrg: MethodDefinition<_common_v1_RecordRequest__Input, _identity_v1_OrgReply__Input, _common_v1_RecordRequest, _identity_v1_OrgReply>
  GetOrgSettings: MethodDefinition<_identity_v1_GetOrgSettingsRequest__Input, _identity_v1_OrgSettings__Input, _identity_v1_GetOrgSettingsRequest, _identity_v1_OrgSettings>
  ListOrgs: MethodDefinition<_identity_v1_ListOrgsRequest__Input, _identity_v1_OrgPage__Input, _identity_v1_ListOrgsRequest, _identity_v1_OrgPage>
  UpdateOrg: MethodDefinition<_identity_v1_UpdateOrgRequest__Input, _identity_v1_OrgReply__Input, _identity_v1_UpdateOrgRequest, _identity_v1_OrgReply>
}
