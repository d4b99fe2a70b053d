// Original file: proto/product/v1/bom.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BomComparison__Input as _product_v1_BomComparison__Input, BomComparison as _product_v1_BomComparison } from '../../product/v1/BomComparison.ts';
import type { BomCost__Input as _product_v1_BomCost__Input, BomCost as _product_v1_BomCost } from '../../product/v1/BomCost.ts';
import type { BomLineItemReply__Input as _product_v1_BomLineItemReply__Input, BomLineItemReply as _product_v1_BomLineItemReply } from '../../product/v1/BomLineItemReply.ts';
import type { BomLineItemRequest__Input as _product_v1_BomLineItemRequest__Input, BomLineItemRequest as _product_v1_BomLineItemRequest } from '../../product/v1/BomLineItemRequest.ts';
import type { BomPage__Input as _product_v1_BomPage__Input, BomPage as _product_v1_BomPage } from '../../product/v1/BomPage.ts';
import type { BomReply__Input as _product_v1_BomReply__Input, BomReply as _product_v1_BomReply } from '../../product/v1/BomReply.ts';
import type { BomUsage__Input as _product_v1_BomUsage__Input, BomUsage as _product_v1_BomUsage } from '../../product/v1/BomUsage.ts';
import type { BomVersionPage__Input as _product_v1_BomVersionPage__Input, BomVersionPage as _product_v1_BomVersionPage } from '../../product/v1/BomVersionPage.ts';
import type { BomVersionReply__Input as _product_v1_BomVersionReply__Input, BomVersionReply as _product_v1_BomVersionReply } from '../../product/v1/BomVersionReply.ts';
import type { BomVersionRequest__Input as _product_v1_BomVersionRequest__Input, BomVersionRequest as _product_v1_BomVersionRequest } from '../../product/v1/BomVersionRequest.ts';
import type { CompareBomVersionsRequest__Input as _product_v1_CompareBomVersionsRequest__Input, CompareBomVersionsRequest as _product_v1_CompareBomVersionsRequest } from '../../product/v1/CompareBomVersionsRequest.ts';
import type { CreateBomLineItemRequest__Input as _product_v1_CreateBomLineItemRequest__Input, CreateBomLineItemRequest as _product_v1_CreateBomLineItemRequest } from '../../product/v1/CreateBomLineItemRequest.ts';
import type { CreateBomRequest__Input as _product_v1_CreateBomRequest__Input, CreateBomRequest as _product_v1_CreateBomRequest } from '../../product/v1/CreateBomRequest.ts';
import type { CreateBomVersionRequest__Input as _product_v1_CreateBomVersionRequest__Input, CreateBomVersionRequest as _product_v1_CreateBomVersionRequest } from '../../product/v1/CreateBomVersionRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ListBomVersionsRequest__Input as _product_v1_ListBomVersionsRequest__Input, ListBomVersionsRequest as _product_v1_ListBomVersionsRequest } from '../../product/v1/ListBomVersionsRequest.ts';
import type { ListBomsRequest__Input as _product_v1_ListBomsRequest__Input, ListBomsRequest as _product_v1_ListBomsRequest } from '../../product/v1/ListBomsRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { RejectBomRequest__Input as _product_v1_RejectBomRequest__Input, RejectBomRequest as _product_v1_RejectBomRequest } from '../../product/v1/RejectBomRequest.ts';
import type { ReplaceBomLineItemsRequest__Input as _product_v1_ReplaceBomLineItemsRequest__Input, ReplaceBomLineItemsRequest as _product_v1_ReplaceBomLineItemsRequest } from '../../product/v1/ReplaceBomLineItemsRequest.ts';
import type { UpdateBomLineItemRequest__Input as _product_v1_UpdateBomLineItemRequest__Input, UpdateBomLineItemRequest as _product_v1_UpdateBomLineItemRequest } from '../../product/v1/UpdateBomLineItemRequest.ts';
import type { UpdateBomRequest__Input as _product_v1_UpdateBomRequest__Input, UpdateBomRequest as _product_v1_UpdateBomRequest } from '../../product/v1/UpdateBomRequest.ts';

export interface BomServiceClient extends grpc.Client {
  ApproveBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  ApproveBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  ApproveBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  ApproveBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  approveBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  approveBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  approveBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  approveBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  
  CompareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  CompareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  CompareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  CompareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  compareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  compareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  compareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  compareBomVersions(argument: _product_v1_CompareBomVersionsRequest__Input, callback: grpc.requestCallback<_product_v1_BomComparison>): grpc.ClientUnaryCall;
  
  CreateBom(argument: _product_v1_CreateBomRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  CreateBom(argument: _product_v1_CreateBomRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  CreateBom(argument: _product_v1_CreateBomRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  CreateBom(argument: _product_v1_CreateBomRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  createBom(argument: _product_v1_CreateBomRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  createBom(argument: _product_v1_CreateBomRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  createBom(argument: _product_v1_CreateBomRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  createBom(argument: _product_v1_CreateBomRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  
  CreateBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  CreateBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  CreateBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  CreateBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  createBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  createBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  createBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  createBomLineItem(argument: _product_v1_CreateBomLineItemRequest__Input, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  
  CreateBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  CreateBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  CreateBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  CreateBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  createBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  createBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  createBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  createBomVersion(argument: _product_v1_CreateBomVersionRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  
  DeleteBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  DeleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBomLineItem(argument: _product_v1_BomLineItemRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  GetBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  GetBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  GetBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  getBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  getBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  getBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  getBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  
  GetBomCost(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  GetBomCost(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  GetBomCost(argument: _product_v1_BomVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  GetBomCost(argument: _product_v1_BomVersionRequest__Input, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  getBomCost(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  getBomCost(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  getBomCost(argument: _product_v1_BomVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  getBomCost(argument: _product_v1_BomVersionRequest__Input, callback: grpc.requestCallback<_product_v1_BomCost>): grpc.ClientUnaryCall;
  
  GetBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  GetBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  GetBomLineItem(argument: _product_v1_BomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  GetBomLineItem(argument: _product_v1_BomLineItemRequest__Input, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  getBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  getBomLineItem(argument: _product_v1_BomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  getBomLineItem(argument: _product_v1_BomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  getBomLineItem(argument: _product_v1_BomLineItemRequest__Input, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  
  GetBomUsage(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  GetBomUsage(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  GetBomUsage(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  GetBomUsage(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  getBomUsage(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  getBomUsage(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  getBomUsage(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  getBomUsage(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomUsage>): grpc.ClientUnaryCall;
  
  GetBomVersion(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  GetBomVersion(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  GetBomVersion(argument: _product_v1_BomVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  GetBomVersion(argument: _product_v1_BomVersionRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  getBomVersion(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  getBomVersion(argument: _product_v1_BomVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  getBomVersion(argument: _product_v1_BomVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  getBomVersion(argument: _product_v1_BomVersionRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  
  ListBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  ListBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  ListBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  ListBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  listBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  listBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  listBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  listBomVersions(argument: _product_v1_ListBomVersionsRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionPage>): grpc.ClientUnaryCall;
  
  ListBoms(argument: _product_v1_ListBomsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  ListBoms(argument: _product_v1_ListBomsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  ListBoms(argument: _product_v1_ListBomsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  ListBoms(argument: _product_v1_ListBomsRequest__Input, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  listBoms(argument: _product_v1_ListBomsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  listBoms(argument: _product_v1_ListBomsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  listBoms(argument: _product_v1_ListBomsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  listBoms(argument: _product_v1_ListBomsRequest__Input, callback: grpc.requestCallback<_product_v1_BomPage>): grpc.ClientUnaryCall;
  
  RejectBom(argument: _product_v1_RejectBomRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  RejectBom(argument: _product_v1_RejectBomRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  RejectBom(argument: _product_v1_RejectBomRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  RejectBom(argument: _product_v1_RejectBomRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  rejectBom(argument: _product_v1_RejectBomRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  rejectBom(argument: _product_v1_RejectBomRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  rejectBom(argument: _product_v1_RejectBomRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  rejectBom(argument: _product_v1_RejectBomRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  
  ReplaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  ReplaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  ReplaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  ReplaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  replaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  replaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  replaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  replaceBomLineItems(argument: _product_v1_ReplaceBomLineItemsRequest__Input, callback: grpc.requestCallback<_product_v1_BomVersionReply>): grpc.ClientUnaryCall;
  
  SubmitBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  SubmitBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  SubmitBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  SubmitBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  submitBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  submitBom(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  submitBom(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  submitBom(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  
  UpdateBom(argument: _product_v1_UpdateBomRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  UpdateBom(argument: _product_v1_UpdateBomRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  UpdateBom(argument: _product_v1_UpdateBomRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  UpdateBom(argument: _product_v1_UpdateBomRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  updateBom(argument: _product_v1_UpdateBomRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  updateBom(argument: _product_v1_UpdateBomRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  updateBom(argument: _product_v1_UpdateBomRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  updateBom(argument: _product_v1_UpdateBomRequest__Input, callback: grpc.requestCallback<_product_v1_BomReply>): grpc.ClientUnaryCall;
  
  UpdateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  UpdateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  UpdateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  UpdateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  updateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  updateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  updateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  updateBomLineItem(argument: _product_v1_UpdateBomLineItemRequest__Input, callback: grpc.requestCallback<_product_v1_BomLineItemReply>): grpc.ClientUnaryCall;
  
}

export interface BomServiceHandlers extends grpc.UntypedServiceImplementation {
  ApproveBom: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_BomReply__Input>;
  
  CompareBomVersions: grpc.handleUnaryCall<_product_v1_CompareBomVersionsRequest, _product_v1_BomComparison__Input>;
  
  CreateBom: grpc.handleUnaryCall<_product_v1_CreateBomRequest, _product_v1_BomReply__Input>;
  
  CreateBomLineItem: grpc.handleUnaryCall<_product_v1_CreateBomLineItemRequest, _product_v1_BomLineItemReply__Input>;
  
  CreateBomVersion: grpc.handleUnaryCall<_product_v1_CreateBomVersionRequest, _product_v1_BomVersionReply__Input>;
  
  DeleteBom: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  DeleteBomLineItem: grpc.handleUnaryCall<_product_v1_BomLineItemRequest, _common_v1_Deleted__Input>;
  
  GetBom: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_BomReply__Input>;
  
  GetBomCost: grpc.handleUnaryCall<_product_v1_BomVersionRequest, _product_v1_BomCost__Input>;
  
  GetBomLineItem: grpc.handleUnaryCall<_product_v1_BomLineItemRequest, _product_v1_BomLineItemReply__Input>;
  
  GetBomUsage: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_BomUsage__Input>;
  
  GetBomVersion: grpc.handleUnaryCall<_product_v1_BomVersionRequest, _product_v1_BomVersionReply__Input>;
  
  ListBomVersions: grpc.handleUnaryCall<_product_v1_ListBomVersionsRequest, _product_v1_BomVersionPage__Input>;
  
  ListBoms: grpc.handleUnaryCall<_product_v1_ListBomsRequest, _product_v1_BomPage__Input>;
  
  RejectBom: grpc.handleUnaryCall<_product_v1_RejectBomRequest, _product_v1_BomReply__Input>;
  
  ReplaceBomLineItems: grpc.handleUnaryCall<_product_v1_ReplaceBomLineItemsRequest, _product_v1_BomVersionReply__Input>;
  
  SubmitBom: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_BomReply__Input>;
  
  UpdateBom: grpc.handleUnaryCall<_product_v1_UpdateBomRequest, _product_v1_BomReply__Input>;
  
  UpdateBomLineItem: grpc.handleUnaryCall<_product_v1_UpdateBomLineItemRequest, _product_v1_BomLineItemReply__Input>;
  
}

export interface BomServiceDefinition extends grpc.ServiceDefinition {
  ApproveBom: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_BomReply__Input, _common_v1_RecordRequest, _product_v1_BomReply>
  CompareBomVersions: MethodDefinition<_product_v1_CompareBomVersionsRequest__Input, _product_v1_BomComparison__Input, _product_v1_CompareBomVersionsRequest, _product_v1_BomComparison>
  CreateBom: MethodDefinition<_product_v1_CreateBomRequest__Input, _product_v1_BomReply__Input, _product_v1_CreateBomRequest, _product_v1_BomReply>
  CreateBomLineItem: MethodDefinition<_product_v1_CreateBomLineItemRequest__Input, _product_v1_BomLineItemReply__Input, _product_v1_CreateBomLineItemRequest, _product_v1_BomLineItemReply>
  CreateBomVersion: MethodDefinition<_product_v1_CreateBomVersionRequest__Input, _product_v1_BomVersionReply__Input, _product_v1_CreateBomVersionRequest, _product_v1_BomVersionReply>
  DeleteBom: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  DeleteBomLineItem: MethodDefinition<_product_v1_BomLineItemRequest__Input, _common_v1_Deleted__Input, _product_v1_BomLineItemRequest, _common_v1_Deleted>
  GetBom: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_BomReply__Input, _common_v1_RecordRequest, _product_v1_BomReply>
  GetBomCost: MethodDefinition<_product_v1_BomVersionRequest__Input, _product_v1_BomCost__Input, _product_v1_BomVersionRequest, _product_v1_BomCost>
  GetBomLineItem: MethodDefinition<_product_v1_BomLineItemRequest__Input, _product_v1_BomLineItemReply__Input, _product_v1_BomLineItemRequest, _product_v1_BomLineItemReply>
  GetBomUsage: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_BomUsage__Input, _common_v1_RecordRequest, _product_v1_BomUsage>
  GetBomVersion: MethodDefinition<_product_v1_BomVersionRequest__Input, _product_v1_BomVersionReply__Input, _product_v1_BomVersionRequest, _product_v1_BomVersionReply>
  ListBomVersions: MethodDefinition<_product_v1_ListBomVersionsRequest__Input, _product_v1_BomVersionPage__Input, _product_v1_ListBomVersionsRequest, _product_v1_BomVersionPage>
  ListBoms: MethodDefinition<_product_v1_ListBomsRequest__Input, _product_v1_BomPage__Input, _product_v1_ListBomsRequest, _product_v1_BomPage>
  RejectBom: MethodDefinition<_product_v1_RejectBomRequest__Input, _product_v1_BomReply__Input, _product_v1_RejectBomRequest, _product_v1_BomReply>
  ReplaceBomLineItems: MethodDefinition<_product_v1_ReplaceBomLineItemsRequest__Input, _product_v1_BomVersionReply__Input, _product_v1_ReplaceBomLineItemsRequest, _product_v1_BomVersionReply>
  SubmitBom: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_BomReply__Input, _common_v1_RecordRequest, _product_v1_BomReply>
  UpdateBom: MethodDefinition<_product_v1_UpdateBomRequest__Input, _product_v1_BomReply__Input, _product_v1_UpdateBomRequest, _product_v1_BomReply>
  UpdateBomLineItem: MethodDefinition<_product_v1_UpdateBomLineItemRequest__Input, _product_v1_BomLineItemReply__Input, _product_v1_UpdateBomLineItemRequest, _product_v1_BomLineItemReply>
}
