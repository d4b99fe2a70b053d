// Original file: proto/finance/v1/purchase_order.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreatePurchaseOrderRequest__Input as _finance_v1_CreatePurchaseOrderRequest__Input, CreatePurchaseOrderRequest as _finance_v1_CreatePurchaseOrderRequest } from '../../finance/v1/CreatePurchaseOrderRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { GetPurchaseOrderVersionRequest__Input as _finance_v1_GetPurchaseOrderVersionRequest__Input, GetPurchaseOrderVersionRequest as _finance_v1_GetPurchaseOrderVersionRequest } from '../../finance/v1/GetPurchaseOrderVersionRequest.ts';
import type { ListPurchaseOrdersRequest__Input as _finance_v1_ListPurchaseOrdersRequest__Input, ListPurchaseOrdersRequest as _finance_v1_ListPurchaseOrdersRequest } from '../../finance/v1/ListPurchaseOrdersRequest.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from '../../finance/v1/Pdf.ts';
import type { PurchaseOrderPage__Input as _finance_v1_PurchaseOrderPage__Input, PurchaseOrderPage as _finance_v1_PurchaseOrderPage } from '../../finance/v1/PurchaseOrderPage.ts';
import type { PurchaseOrderReply__Input as _finance_v1_PurchaseOrderReply__Input, PurchaseOrderReply as _finance_v1_PurchaseOrderReply } from '../../finance/v1/PurchaseOrderReply.ts';
import type { PurchaseOrderVersion__Input as _finance_v1_PurchaseOrderVersion__Input, PurchaseOrderVersion as _finance_v1_PurchaseOrderVersion } from '../../finance/v1/PurchaseOrderVersion.ts';
import type { ReceivePurchaseOrderRequest__Input as _finance_v1_ReceivePurchaseOrderRequest__Input, ReceivePurchaseOrderRequest as _finance_v1_ReceivePurchaseOrderRequest } from '../../finance/v1/ReceivePurchaseOrderRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdatePurchaseOrderRequest__Input as _finance_v1_UpdatePurchaseOrderRequest__Input, UpdatePurchaseOrderRequest as _finance_v1_UpdatePurchaseOrderRequest } from '../../finance/v1/UpdatePurchaseOrderRequest.ts';

export interface PurchaseOrderServiceClient extends grpc.Client {
  ApprovePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ApprovePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ApprovePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ApprovePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  approvePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  approvePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  approvePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  approvePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  CancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  CancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  CancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  CancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  cancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  cancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  cancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  cancelPurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  ClosePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ClosePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ClosePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ClosePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  closePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  closePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  closePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  closePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  CreatePurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  CreatePurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  CreatePurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  CreatePurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  createPurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  createPurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  createPurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  createPurchaseOrder(argument: _finance_v1_CreatePurchaseOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  DeletePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeletePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeletePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeletePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deletePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deletePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deletePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deletePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  DrawPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawPurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawPurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawPurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawPurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  
  GetPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  GetPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  GetPurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  GetPurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  getPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  getPurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  getPurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  getPurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  GetPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  GetPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  GetPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  GetPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  getPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  getPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  getPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  getPurchaseOrderVersion(argument: _finance_v1_GetPurchaseOrderVersionRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderVersion>): grpc.ClientUnaryCall;
  
  IssuePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  IssuePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  IssuePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  IssuePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  issuePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  issuePurchaseOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  issuePurchaseOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  issuePurchaseOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  ListPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  ListPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  ListPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  ListPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  listPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  listPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  listPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  listPurchaseOrders(argument: _finance_v1_ListPurchaseOrdersRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderPage>): grpc.ClientUnaryCall;
  
  ReceivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ReceivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ReceivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  ReceivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  receivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  receivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  receivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  receivePurchaseOrder(argument: _finance_v1_ReceivePurchaseOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
  UpdatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  UpdatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  UpdatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  UpdatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  updatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  updatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  updatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  updatePurchaseOrder(argument: _finance_v1_UpdatePurchaseOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_PurchaseOrderReply>): grpc.ClientUnaryCall;
  
}

export interface PurchaseOrderServiceHandlers extends grpc.UntypedServiceImplementation {
  ApprovePurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  CancelPurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  ClosePurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  CreatePurchaseOrder: grpc.handleUnaryCall<_finance_v1_CreatePurchaseOrderRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  DeletePurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  DrawPurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_Pdf__Input>;
  
  GetPurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  GetPurchaseOrderVersion: grpc.handleUnaryCall<_finance_v1_GetPurchaseOrderVersionRequest, _finance_v1_PurchaseOrderVersion__Input>;
  
  IssuePurchaseOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  ListPurchaseOrders: grpc.handleUnaryCall<_finance_v1_ListPurchaseOrdersRequest, _finance_v1_PurchaseOrderPage__Input>;
  
  ReceivePurchaseOrder: grpc.handleUnaryCall<_finance_v1_ReceivePurchaseOrderRequest, _finance_v1_PurchaseOrderReply__Input>;
  
  UpdatePurchaseOrder: grpc.handleUnaryCall<_finance_v1_UpdatePurchaseOrderRequest, _finance_v1_PurchaseOrderReply__Input>;
  
}

export interface PurchaseOrderServiceDefinition extends grpc.ServiceDefinition {
  ApprovePurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_PurchaseOrderReply__Input, _common_v1_RecordRequest, _finance_v1_PurchaseOrderReply>
  CancelPurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_PurchaseOrderReply__Input, _common_v1_RecordRequest, _finance_v1_PurchaseOrderReply>
  ClosePurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_PurchaseOrderReply__Input, _common_v1_RecordRequest, _finance_v1_PurchaseOrderReply>
  CreatePurchaseOrder: MethodDefinition<_finance_v1_CreatePurchaseOrderRequest__Input, _finance_v1_PurchaseOrderReply__Input, _finance_v1_CreatePurchaseOrderRequest, _finance_v1_PurchaseOrderReply>
  DeletePurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  DrawPurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_Pdf__Input, _common_v1_RecordRequest, _finance_v1_Pdf>
  GetPurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_PurchaseOrderReply__Input, _common_v1_RecordRequest, _finance_v1_PurchaseOrderReply>
  GetPurchaseOrderVersion: MethodDefinition<_finance_v1_GetPurchaseOrderVersionRequest__Input, _finance_v1_PurchaseOrderVersion__Input, _finance_v1_GetPurchaseOrderVersionRequest, _finance_v1_PurchaseOrderVersion>
  IssuePurchaseOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_PurchaseOrderReply__Input, _common_v1_RecordRequest, _finance_v1_PurchaseOrderReply>
  ListPurchaseOrders: MethodDefinition<_finance_v1_ListPurchaseOrdersRequest__Input, _finance_v1_PurchaseOrderPage__Input, _finance_v1_ListPurchaseOrdersRequest, _finance_v1_PurchaseOrderPage>
  ReceivePurchaseOrder: MethodDefinition<_finance_v1_ReceivePurchaseOrderRequest__Input, _finance_v1_PurchaseOrderReply__Input, _finance_v1_ReceivePurchaseOrderRequest, _finance_v1_PurchaseOrderReply>
  UpdatePurchaseOrder: MethodDefinition<_finance_v1_UpdatePurchaseOrderRequest__Input, _finance_v1_PurchaseOrderReply__Input, _finance_v1_UpdatePurchaseOrderRequest, _finance_v1_PurchaseOrderReply>
}
