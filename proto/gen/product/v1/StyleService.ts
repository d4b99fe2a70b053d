// Original file: proto/product/v1/style.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateStyleRequest__Input as _product_v1_CreateStyleRequest__Input, CreateStyleRequest as _product_v1_CreateStyleRequest } from '../../product/v1/CreateStyleRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ImportStylesReply__Input as _product_v1_ImportStylesReply__Input, ImportStylesReply as _product_v1_ImportStylesReply } from '../../product/v1/ImportStylesReply.ts';
import type { ImportStylesRequest__Input as _product_v1_ImportStylesRequest__Input, ImportStylesRequest as _product_v1_ImportStylesRequest } from '../../product/v1/ImportStylesRequest.ts';
import type { ListStylesRequest__Input as _product_v1_ListStylesRequest__Input, ListStylesRequest as _product_v1_ListStylesRequest } from '../../product/v1/ListStylesRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { SetKitRequest__Input as _product_v1_SetKitRequest__Input, SetKitRequest as _product_v1_SetKitRequest } from '../../product/v1/SetKitRequest.ts';
import type { StylePage__Input as _product_v1_StylePage__Input, StylePage as _product_v1_StylePage } from '../../product/v1/StylePage.ts';
import type { StyleReply__Input as _product_v1_StyleReply__Input, StyleReply as _product_v1_StyleReply } from '../../product/v1/StyleReply.ts';
import type { UpdateStyleRequest__Input as _product_v1_UpdateStyleRequest__Input, UpdateStyleRequest as _product_v1_UpdateStyleRequest } from '../../product/v1/UpdateStyleRequest.ts';

export interface StyleServiceClient extends grpc.Client {
  ArchiveStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  ArchiveStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  ArchiveStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  ArchiveStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  archiveStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  archiveStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  archiveStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  archiveStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  
  CreateStyle(argument: _product_v1_CreateStyleRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  CreateStyle(argument: _product_v1_CreateStyleRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  CreateStyle(argument: _product_v1_CreateStyleRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  CreateStyle(argument: _product_v1_CreateStyleRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  createStyle(argument: _product_v1_CreateStyleRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  createStyle(argument: _product_v1_CreateStyleRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  createStyle(argument: _product_v1_CreateStyleRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  createStyle(argument: _product_v1_CreateStyleRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  
  DeleteStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  GetStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  GetStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  GetStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  getStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  getStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  getStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  getStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  
  ImportStyles(argument: _product_v1_ImportStylesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  ImportStyles(argument: _product_v1_ImportStylesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  ImportStyles(argument: _product_v1_ImportStylesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  ImportStyles(argument: _product_v1_ImportStylesRequest__Input, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  importStyles(argument: _product_v1_ImportStylesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  importStyles(argument: _product_v1_ImportStylesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  importStyles(argument: _product_v1_ImportStylesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  importStyles(argument: _product_v1_ImportStylesRequest__Input, callback: grpc.requestCallback<_product_v1_ImportStylesReply>): grpc.ClientUnaryCall;
  
  ListStyles(argument: _product_v1_ListStylesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  ListStyles(argument: _product_v1_ListStylesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  ListStyles(argument: _product_v1_ListStylesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  ListStyles(argument: _product_v1_ListStylesRequest__Input, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  listStyles(argument: _product_v1_ListStylesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  listStyles(argument: _product_v1_ListStylesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  listStyles(argument: _product_v1_ListStylesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  listStyles(argument: _product_v1_ListStylesRequest__Input, callback: grpc.requestCallback<_product_v1_StylePage>): grpc.ClientUnaryCall;
  
  RestoreStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  RestoreStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  RestoreStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  RestoreStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  restoreStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  restoreStyle(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  restoreStyle(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  restoreStyle(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  
  SetKit(argument: _product_v1_SetKitRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  SetKit(argument: _product_v1_SetKitRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  SetKit(argument: _product_v1_SetKitRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  SetKit(argument: _product_v1_SetKitRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  setKit(argument: _product_v1_SetKitRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  setKit(argument: _product_v1_SetKitRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  setKit(argument: _product_v1_SetKitRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  setKit(argument: _product_v1_SetKitRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  
  UpdateStyle(argument: _product_v1_UpdateStyleRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  UpdateStyle(argument: _product_v1_UpdateStyleRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  UpdateStyle(argument: _product_v1_UpdateStyleRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  UpdateStyle(argument: _product_v1_UpdateStyleRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  updateStyle(argument: _product_v1_UpdateStyleRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  updateStyle(argument: _product_v1_UpdateStyleRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  updateStyle(argument: _product_v1_UpdateStyleRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  updateStyle(argument: _product_v1_UpdateStyleRequest__Input, callback: grpc.requestCallback<_product_v1_StyleReply>): grpc.ClientUnaryCall;
  
}

export interface StyleServiceHandlers extends grpc.UntypedServiceImplementation {
  ArchiveStyle: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_StyleReply__Input>;
  
  CreateStyle: grpc.handleUnaryCall<_product_v1_CreateStyleRequest, _product_v1_StyleReply__Input>;
  
  DeleteStyle: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetStyle: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_StyleReply__Input>;
  
  ImportStyles: grpc.handleUnaryCall<_product_v1_ImportStylesRequest, _product_v1_ImportStylesReply__Input>;
  
  ListStyles: grpc.handleUnaryCall<_product_v1_ListStylesRequest, _product_v1_StylePage__Input>;
  
  RestoreStyle: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_StyleReply__Input>;
  
  SetKit: grpc.handleUnaryCall<_product_v1_SetKitRequest, _product_v1_StyleReply__Input>;
  
  UpdateStyle: grpc.handleUnaryCall<_product_v1_UpdateStyleRequest, _product_v1_StyleReply__Input>;
  
}

export interface StyleServiceDefinition extends grpc.ServiceDefinition {
  ArchiveStyle: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_StyleReply__Input, _common_v1_RecordRequest, _product_v1_StyleReply>
  CreateStyle: MethodDefinition<_product_v1_CreateStyleRequest__Input, _product_v1_StyleReply__Input, _product_v1_CreateStyleRequest, _product_v1_StyleReply>
  DeleteStyle: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetStyle: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_StyleReply__Input, _common_v1_RecordRequest, _product_v1_StyleReply>
  ImportStyles: MethodDefinition<_product_v1_ImportStylesRequest__Input, _product_v1_ImportStylesReply__Input, _product_v1_ImportStylesRequest, _product_v1_ImportStylesReply>
  ListStyles: MethodDefinition<_product_v1_ListStylesRequest__Input, _product_v1_StylePage__Input, _product_v1_ListStylesRequest, _product_v1_StylePage>
  RestoreStyle: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_StyleReply__Input, _common_v1_RecordRequest, _product_v1_StyleReply>
  SetKit: MethodDefinition<_product_v1_SetKitRequest__Input, _product_v1_StyleReply__Input, _product_v1_SetKitRequest, _product_v1_StyleReply>
  UpdateStyle: MethodDefinition<_product_v1_UpdateStyleRequest__Input, _product_v1_StyleReply__Input, _product_v1_UpdateStyleRequest, _product_v1_StyleReply>
}
