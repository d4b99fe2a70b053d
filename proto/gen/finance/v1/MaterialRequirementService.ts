// Original file: proto/finance/v1/requirement.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateRequiredPurchaseOrdersRequest__Input as _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, CreateRequiredPurchaseOrdersRequest as _finance_v1_CreateRequiredPurchaseOrdersRequest } from '../../finance/v1/CreateRequiredPurchaseOrdersRequest.ts';
import type { GetMaterialRequirementsRequest__Input as _finance_v1_GetMaterialRequirementsRequest__Input, GetMaterialRequirementsRequest as _finance_v1_GetMaterialRequirementsRequest } from '../../finance/v1/GetMaterialRequirementsRequest.ts';
import type { MaterialRequirements__Input as _finance_v1_MaterialRequirements__Input, MaterialRequirements as _finance_v1_MaterialRequirements } from '../../finance/v1/MaterialRequirements.ts';
import type { RequiredPurchaseOrders__Input as _finance_v1_RequiredPurchaseOrders__Input, RequiredPurchaseOrders as _finance_v1_RequiredPurchaseOrders } from '../../finance/v1/RequiredPurchaseOrders.ts';

export interface MaterialRequirementServiceClient extends grpc.Client {
  CreateRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  CreateRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  CreateRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  CreateRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  createRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  createRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  createRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  createRequiredPurchaseOrders(argument: _finance_v1_CreateRequiredPurchaseOrdersRequest__Input, callback: grpc.requestCallback<_finance_v1_RequiredPurchaseOrders>): grpc.ClientUnaryCall;
  
  GetMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  GetMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  GetMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  GetMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  getMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  getMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  getMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  getMaterialRequirements(argument: _finance_v1_GetMaterialRequirementsRequest__Input, callback: grpc.requestCallback<_finance_v1_MaterialRequirements>): grpc.ClientUnaryCall;
  
}

export interface MaterialRequirementServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateRequiredPurchaseOrders: grpc.handleUnaryCall<_finance_v1_CreateRequiredPurchaseOrdersRequest, _finance_v1_RequiredPurchaseOrders__Input>;
  
  GetMaterialRequirements: grpc.handleUnaryCall<_finance_v1_GetMaterialRequirementsRequest, _finance_v1_MaterialRequirements__Input>;
  
}

export interface MaterialRequirementServiceDefinition extends grpc.ServiceDefinition {
  CreateRequiredPurchaseOrders: MethodDefinition<_finance_v1_CreateRequiredPurchaseOrdersRequest__Input, _finance_v1_RequiredPurchaseOrders__Input, _finance_v1_CreateRequiredPurchaseOrdersRequest, _finance_v1_RequiredPurchaseOrders>
  GetMaterialRequirements: MethodDefinition<_finance_v1_GetMaterialRequirementsRequest__Input, _finance_v1_MaterialRequirements__Input, _finance_v1_GetMaterialRequirementsRequest, _finance_v1_MaterialRequirements>
}
