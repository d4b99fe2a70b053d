import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from './common/v1/Deleted.ts';
import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from './common/v1/ListQuery.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from './common/v1/RecordRequest.ts';
import type { Version__Input as _common_v1_Version__Input, Version as _common_v1_Version } from './common/v1/Version.ts';
import type { VersionRequest__Input as _common_v1_VersionRequest__Input, VersionRequest as _common_v1_VersionRequest } from './common/v1/VersionRequest.ts';
import type { VersionServiceClient as _common_v1_VersionServiceClient, VersionServiceDefinition as _common_v1_VersionServiceDefinition } from './common/v1/VersionService.ts';
import type { CreateSupplierRequest__Input as _product_v1_CreateSupplierRequest__Input, CreateSupplierRequest as _product_v1_CreateSupplierRequest } from './product/v1/CreateSupplierRequest.ts';
import type { ImportSuppliersReply__Input as _product_v1_ImportSuppliersReply__Input, ImportSuppliersReply as _product_v1_ImportSuppliersReply } from './product/v1/ImportSuppliersReply.ts';
import type { ImportSuppliersRequest__Input as _product_v1_ImportSuppliersRequest__Input, ImportSuppliersRequest as _product_v1_ImportSuppliersRequest } from './product/v1/ImportSuppliersRequest.ts';
import type { ListSuppliersRequest__Input as _product_v1_ListSuppliersRequest__Input, ListSuppliersRequest as _product_v1_ListSuppliersRequest } from './product/v1/ListSuppliersRequest.ts';
import type { Supplier__Input as _product_v1_Supplier__Input, Supplier as _product_v1_Supplier } from './product/v1/Supplier.ts';
import type { SupplierInput__Input as _product_v1_SupplierInput__Input, SupplierInput as _product_v1_SupplierInput } from './product/v1/SupplierInput.ts';
import type { SupplierPage__Input as _product_v1_SupplierPage__Input, SupplierPage as _product_v1_SupplierPage } from './product/v1/SupplierPage.ts';
import type { SupplierReply__Input as _product_v1_SupplierReply__Input, SupplierReply as _product_v1_SupplierReply } from './product/v1/SupplierReply.ts';
import type { SupplierServiceClient as _product_v1_SupplierServiceClient, SupplierServiceDefinition as _product_v1_SupplierServiceDefinition } from './product/v1/SupplierService.ts';
import type { UpdateSupplierRequest__Input as _product_v1_UpdateSupplierRequest__Input, UpdateSupplierRequest as _product_v1_UpdateSupplierRequest } from './product/v1/UpdateSupplierRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  common: {
    v1: {
      Deleted: MessageTypeDefinition<_common_v1_Deleted__Input, _common_v1_Deleted>
      ListQuery: MessageTypeDefinition<_common_v1_ListQuery__Input, _common_v1_ListQuery>
      RecordRequest: MessageTypeDefinition<_common_v1_RecordRequest__Input, _common_v1_RecordRequest>
      Version: MessageTypeDefinition<_common_v1_Version__Input, _common_v1_Version>
      VersionRequest: MessageTypeDefinition<_common_v1_VersionRequest__Input, _common_v1_VersionRequest>
      VersionService: SubtypeConstructor<typeof grpc.Client, _common_v1_VersionServiceClient> & { service: _common_v1_VersionServiceDefinition }
    }
  }
  product: {
    v1: {
      CreateSupplierRequest: MessageTypeDefinition<_product_v1_CreateSupplierRequest__Input, _product_v1_CreateSupplierRequest>
      ImportSuppliersReply: MessageTypeDefinition<_product_v1_ImportSuppliersReply__Input, _product_v1_ImportSuppliersReply>
      ImportSuppliersRequest: MessageTypeDefinition<_product_v1_ImportSuppliersRequest__Input, _product_v1_ImportSuppliersRequest>
      ListSuppliersRequest: MessageTypeDefinition<_product_v1_ListSuppliersRequest__Input, _product_v1_ListSuppliersRequest>
      Supplier: MessageTypeDefinition<_product_v1_Supplier__Input, _product_v1_Supplier>
      SupplierInput: MessageTypeDefinition<_product_v1_SupplierInput__Input, _product_v1_SupplierInput>
      SupplierPage: MessageTypeDefinition<_product_v1_SupplierPage__Input, _product_v1_SupplierPage>
      SupplierReply: MessageTypeDefinition<_product_v1_SupplierReply__Input, _product_v1_SupplierReply>
      SupplierService: SubtypeConstructor<typeof grpc.Client, _product_v1_SupplierServiceClient> & { service: _product_v1_SupplierServiceDefinition }
      UpdateSupplierRequest: MessageTypeDefinition<_product_v1_UpdateSupplierRequest__Input, _product_v1_UpdateSupplierRequest>
    }
  }
}

