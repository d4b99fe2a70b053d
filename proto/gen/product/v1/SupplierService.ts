// Original file: proto/product/v1/supplier.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateSupplierRequest__Input as _product_v1_CreateSupplierRequest__Input, CreateSupplierRequest as _product_v1_CreateSupplierRequest } from '../../product/v1/CreateSupplierRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ImportSuppliersReply__Input as _product_v1_ImportSuppliersReply__Input, ImportSuppliersReply as _product_v1_ImportSuppliersReply } from '../../product/v1/ImportSuppliersReply.ts';
import type { ImportSuppliersRequest__Input as _product_v1_ImportSuppliersRequest__Input, ImportSuppliersRequest as _product_v1_ImportSuppliersRequest } from '../../product/v1/ImportSuppliersRequest.ts';
import type { ListSuppliersRequest__Input as _product_v1_ListSuppliersRequest__Input, ListSuppliersRequest as _product_v1_ListSuppliersRequest } from '../../product/v1/ListSuppliersRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { SupplierPage__Input as _product_v1_SupplierPage__Input, SupplierPage as _product_v1_SupplierPage } from '../../product/v1/SupplierPage.ts';
import type { SupplierReply__Input as _product_v1_SupplierReply__Input, SupplierReply as _product_v1_SupplierReply } from '../../product/v1/SupplierReply.ts';
import type { UpdateSupplierRequest__Input as _product_v1_UpdateSupplierRequest__Input, UpdateSupplierRequest as _product_v1_UpdateSupplierRequest } from '../../product/v1/UpdateSupplierRequest.ts';

export interface SupplierServiceClient extends grpc.Client {
  ArchiveSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  ArchiveSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  ArchiveSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  ArchiveSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  archiveSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  archiveSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  archiveSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  archiveSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  
  CreateSupplier(argument: _product_v1_CreateSupplierRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  CreateSupplier(argument: _product_v1_CreateSupplierRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  CreateSupplier(argument: _product_v1_CreateSupplierRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  CreateSupplier(argument: _product_v1_CreateSupplierRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  createSupplier(argument: _product_v1_CreateSupplierRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  createSupplier(argument: _product_v1_CreateSupplierRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  createSupplier(argument: _product_v1_CreateSupplierRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  createSupplier(argument: _product_v1_CreateSupplierRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  
  DeleteSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  GetSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  GetSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  GetSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  getSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  getSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  getSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  getSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  
  ImportSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  ImportSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  ImportSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  ImportSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  importSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  importSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  importSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  importSuppliers(argument: _product_v1_ImportSuppliersRequest__Input, callback: grpc.requestCallback<_product_v1_ImportSuppliersReply>): grpc.ClientUnaryCall;
  
  ListSuppliers(argument: _product_v1_ListSuppliersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  ListSuppliers(argument: _product_v1_ListSuppliersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  ListSuppliers(argument: _product_v1_ListSuppliersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  ListSuppliers(argument: _product_v1_ListSuppliersRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  listSuppliers(argument: _product_v1_ListSuppliersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  listSuppliers(argument: _product_v1_ListSuppliersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  listSuppliers(argument: _product_v1_ListSuppliersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  listSuppliers(argument: _product_v1_ListSuppliersRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierPage>): grpc.ClientUnaryCall;
  
  RestoreSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  RestoreSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  RestoreSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  RestoreSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  restoreSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  restoreSupplier(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  restoreSupplier(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  restoreSupplier(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  
  UpdateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  UpdateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  UpdateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  UpdateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  updateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  updateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  updateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  updateSupplier(argument: _product_v1_UpdateSupplierRequest__Input, callback: grpc.requestCallback<_product_v1_SupplierReply>): grpc.ClientUnaryCall;
  
}

export interface SupplierServiceHandlers extends grpc.UntypedServiceImplementation {
  ArchiveSupplier: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_SupplierReply__Input>;
  
  CreateSupplier: grpc.handleUnaryCall<_product_v1_CreateSupplierRequest, _product_v1_SupplierReply__Input>;
  
  DeleteSupplier: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetSupplier: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_SupplierReply__Input>;
  
  ImportSuppliers: grpc.handleUnaryCall<_product_v1_ImportSuppliersRequest, _product_v1_ImportSuppliersReply__Input>;
  
  ListSuppliers: grpc.handleUnaryCall<_product_v1_ListSuppliersRequest, _product_v1_SupplierPage__Input>;
  
  RestoreSupplier: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_SupplierReply__Input>;
  
  UpdateSupplier: grpc.handleUnaryCall<_product_v1_UpdateSupplierRequest, _product_v1_SupplierReply__Input>;
  
}

export interface SupplierServiceDefinition extends grpc.ServiceDefinition {
  ArchiveSupplier: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_SupplierReply__Input, _common_v1_RecordRequest, _product_v1_SupplierReply>
  CreateSupplier: MethodDefinition<_product_v1_CreateSupplierRequest__Input, _product_v1_SupplierReply__Input, _product_v1_CreateSupplierRequest, _product_v1_SupplierReply>
  DeleteSupplier: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetSupplier: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_SupplierReply__Input, _common_v1_RecordRequest, _product_v1_SupplierReply>
  ImportSuppliers: MethodDefinition<_product_v1_ImportSuppliersRequest__Input, _product_v1_ImportSuppliersReply__Input, _product_v1_ImportSuppliersRequest, _product_v1_ImportSuppliersReply>
  ListSuppliers: MethodDefinition<_product_v1_ListSuppliersRequest__Input, _product_v1_SupplierPage__Input, _product_v1_ListSuppliersRequest, _product_v1_SupplierPage>
  RestoreSupplier: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_SupplierReply__Input, _common_v1_RecordRequest, _product_v1_SupplierReply>
  UpdateSupplier: MethodDefinition<_product_v1_UpdateSupplierRequest__Input, _product_v1_SupplierReply__Input, _product_v1_UpdateSupplierRequest, _product_v1_SupplierReply>
}
