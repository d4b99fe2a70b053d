// Original file: proto/product/v1/material.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateMaterialRequest__Input as _product_v1_CreateMaterialRequest__Input, CreateMaterialRequest as _product_v1_CreateMaterialRequest } from '../../product/v1/CreateMaterialRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ImportMaterialsReply__Input as _product_v1_ImportMaterialsReply__Input, ImportMaterialsReply as _product_v1_ImportMaterialsReply } from '../../product/v1/ImportMaterialsReply.ts';
import type { ImportMaterialsRequest__Input as _product_v1_ImportMaterialsRequest__Input, ImportMaterialsRequest as _product_v1_ImportMaterialsRequest } from '../../product/v1/ImportMaterialsRequest.ts';
import type { ListMaterialsRequest__Input as _product_v1_ListMaterialsRequest__Input, ListMaterialsRequest as _product_v1_ListMaterialsRequest } from '../../product/v1/ListMaterialsRequest.ts';
import type { MaterialPage__Input as _product_v1_MaterialPage__Input, MaterialPage as _product_v1_MaterialPage } from '../../product/v1/MaterialPage.ts';
import type { MaterialReply__Input as _product_v1_MaterialReply__Input, MaterialReply as _product_v1_MaterialReply } from '../../product/v1/MaterialReply.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateMaterialRequest__Input as _product_v1_UpdateMaterialRequest__Input, UpdateMaterialRequest as _product_v1_UpdateMaterialRequest } from '../../product/v1/UpdateMaterialRequest.ts';

export interface MaterialServiceClient extends grpc.Client {
  ArchiveMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  ArchiveMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  ArchiveMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  ArchiveMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  archiveMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  archiveMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  archiveMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  archiveMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  
  CreateMaterial(argument: _product_v1_CreateMaterialRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  CreateMaterial(argument: _product_v1_CreateMaterialRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  CreateMaterial(argument: _product_v1_CreateMaterialRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  CreateMaterial(argument: _product_v1_CreateMaterialRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  createMaterial(argument: _product_v1_CreateMaterialRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  createMaterial(argument: _product_v1_CreateMaterialRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  createMaterial(argument: _product_v1_CreateMaterialRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  createMaterial(argument: _product_v1_CreateMaterialRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  
  DeleteMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  GetMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  GetMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  GetMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  getMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  getMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  getMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  getMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  
  ImportMaterials(argument: _product_v1_ImportMaterialsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  ImportMaterials(argument: _product_v1_ImportMaterialsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  ImportMaterials(argument: _product_v1_ImportMaterialsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  ImportMaterials(argument: _product_v1_ImportMaterialsRequest__Input, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  importMaterials(argument: _product_v1_ImportMaterialsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  importMaterials(argument: _product_v1_ImportMaterialsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  importMaterials(argument: _product_v1_ImportMaterialsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  importMaterials(argument: _product_v1_ImportMaterialsRequest__Input, callback: grpc.requestCallback<_product_v1_ImportMaterialsReply>): grpc.ClientUnaryCall;
  
  ListMaterials(argument: _product_v1_ListMaterialsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  ListMaterials(argument: _product_v1_ListMaterialsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  ListMaterials(argument: _product_v1_ListMaterialsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  ListMaterials(argument: _product_v1_ListMaterialsRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  listMaterials(argument: _product_v1_ListMaterialsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  listMaterials(argument: _product_v1_ListMaterialsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  listMaterials(argument: _product_v1_ListMaterialsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  listMaterials(argument: _product_v1_ListMaterialsRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialPage>): grpc.ClientUnaryCall;
  
  RestoreMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  RestoreMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  RestoreMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  RestoreMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  restoreMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  restoreMaterial(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  restoreMaterial(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  restoreMaterial(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  
  UpdateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  UpdateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  UpdateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  UpdateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  updateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  updateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  updateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  updateMaterial(argument: _product_v1_UpdateMaterialRequest__Input, callback: grpc.requestCallback<_product_v1_MaterialReply>): grpc.ClientUnaryCall;
  
}

export interface MaterialServiceHandlers extends grpc.UntypedServiceImplementation {
  ArchiveMaterial: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_MaterialReply__Input>;
  
  CreateMaterial: grpc.handleUnaryCall<_product_v1_CreateMaterialRequest, _product_v1_MaterialReply__Input>;
  
  DeleteMaterial: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetMaterial: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_MaterialReply__Input>;
  
  ImportMaterials: grpc.handleUnaryCall<_product_v1_ImportMaterialsRequest, _product_v1_ImportMaterialsReply__Input>;
  
  ListMaterials: grpc.handleUnaryCall<_product_v1_ListMaterialsRequest, _product_v1_MaterialPage__Input>;
  
  RestoreMaterial: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_MaterialReply__Input>;
  
  UpdateMaterial: grpc.handleUnaryCall<_product_v1_UpdateMaterialRequest, _product_v1_MaterialReply__Input>;
  
}

export interface MaterialServiceDefinition extends grpc.ServiceDefinition {
  ArchiveMaterial: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_MaterialReply__Input, _common_v1_RecordRequest, _product_v1_MaterialReply>
  CreateMaterial: MethodDefinition<_product_v1_CreateMaterialRequest__Input, _product_v1_MaterialReply__Input, _product_v1_CreateMaterialRequest, _product_v1_MaterialReply>
  DeleteMaterial: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetMaterial: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_MaterialReply__Input, _common_v1_RecordRequest, _product_v1_MaterialReply>
  ImportMaterials: MethodDefinition<_product_v1_ImportMaterialsRequest__Input, _product_v1_ImportMaterialsReply__Input, _product_v1_ImportMaterialsRequest, _product_v1_ImportMaterialsReply>
  ListMaterials: MethodDefinition<_product_v1_ListMaterialsRequest__Input, _product_v1_MaterialPage__Input, _product_v1_ListMaterialsRequest, _product_v1_MaterialPage>
  RestoreMaterial: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_MaterialReply__Input, _common_v1_RecordRequest, _product_v1_MaterialReply>
  UpdateMaterial: MethodDefinition<_product_v1_UpdateMaterialRequest__Input, _product_v1_MaterialReply__Input, _product_v1_UpdateMaterialRequest, _product_v1_MaterialReply>
}
