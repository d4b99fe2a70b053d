import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AmountSum__Input as _common_v1_AmountSum__Input, AmountSum as _common_v1_AmountSum } from './common/v1/AmountSum.ts';
import type { CurrencyTotals__Input as _common_v1_CurrencyTotals__Input, CurrencyTotals as _common_v1_CurrencyTotals } from './common/v1/CurrencyTotals.ts';
import type { DateRange__Input as _common_v1_DateRange__Input, DateRange as _common_v1_DateRange } from './common/v1/DateRange.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from './common/v1/Deleted.ts';
import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from './common/v1/ListQuery.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from './common/v1/ListTotals.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from './common/v1/RecordRequest.ts';
import type { Version__Input as _common_v1_Version__Input, Version as _common_v1_Version } from './common/v1/Version.ts';
import type { VersionRequest__Input as _common_v1_VersionRequest__Input, VersionRequest as _common_v1_VersionRequest } from './common/v1/VersionRequest.ts';
import type { VersionServiceClient as _common_v1_VersionServiceClient, VersionServiceDefinition as _common_v1_VersionServiceDefinition } from './common/v1/VersionService.ts';
import type { CreateMaterialRequest__Input as _product_v1_CreateMaterialRequest__Input, CreateMaterialRequest as _product_v1_CreateMaterialRequest } from './product/v1/CreateMaterialRequest.ts';
import type { ImportMaterialsReply__Input as _product_v1_ImportMaterialsReply__Input, ImportMaterialsReply as _product_v1_ImportMaterialsReply } from './product/v1/ImportMaterialsReply.ts';
import type { ImportMaterialsRequest__Input as _product_v1_ImportMaterialsRequest__Input, ImportMaterialsRequest as _product_v1_ImportMaterialsRequest } from './product/v1/ImportMaterialsRequest.ts';
import type { ListMaterialsRequest__Input as _product_v1_ListMaterialsRequest__Input, ListMaterialsRequest as _product_v1_ListMaterialsRequest } from './product/v1/ListMaterialsRequest.ts';
import type { Material__Input as _product_v1_Material__Input, Material as _product_v1_Material } from './product/v1/Material.ts';
import type { MaterialInput__Input as _product_v1_MaterialInput__Input, MaterialInput as _product_v1_MaterialInput } from './product/v1/MaterialInput.ts';
import type { MaterialPage__Input as _product_v1_MaterialPage__Input, MaterialPage as _product_v1_MaterialPage } from './product/v1/MaterialPage.ts';
import type { MaterialPatch__Input as _product_v1_MaterialPatch__Input, MaterialPatch as _product_v1_MaterialPatch } from './product/v1/MaterialPatch.ts';
import type { MaterialReply__Input as _product_v1_MaterialReply__Input, MaterialReply as _product_v1_MaterialReply } from './product/v1/MaterialReply.ts';
import type { MaterialServiceClient as _product_v1_MaterialServiceClient, MaterialServiceDefinition as _product_v1_MaterialServiceDefinition } from './product/v1/MaterialService.ts';
import type { MaterialSku__Input as _product_v1_MaterialSku__Input, MaterialSku as _product_v1_MaterialSku } from './product/v1/MaterialSku.ts';
import type { MaterialSkuInput__Input as _product_v1_MaterialSkuInput__Input, MaterialSkuInput as _product_v1_MaterialSkuInput } from './product/v1/MaterialSkuInput.ts';
import type { UpdateMaterialRequest__Input as _product_v1_UpdateMaterialRequest__Input, UpdateMaterialRequest as _product_v1_UpdateMaterialRequest } from './product/v1/UpdateMaterialRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  common: {
    v1: {
      AmountSum: MessageTypeDefinition<_common_v1_AmountSum__Input, _common_v1_AmountSum>
      CurrencyTotals: MessageTypeDefinition<_common_v1_CurrencyTotals__Input, _common_v1_CurrencyTotals>
      DateRange: MessageTypeDefinition<_common_v1_DateRange__Input, _common_v1_DateRange>
      Deleted: MessageTypeDefinition<_common_v1_Deleted__Input, _common_v1_Deleted>
      ListQuery: MessageTypeDefinition<_common_v1_ListQuery__Input, _common_v1_ListQuery>
      ListTotals: MessageTypeDefinition<_common_v1_ListTotals__Input, _common_v1_ListTotals>
      RecordRequest: MessageTypeDefinition<_common_v1_RecordRequest__Input, _common_v1_RecordRequest>
      Version: MessageTypeDefinition<_common_v1_Version__Input, _common_v1_Version>
      VersionRequest: MessageTypeDefinition<_common_v1_VersionRequest__Input, _common_v1_VersionRequest>
      VersionService: SubtypeConstructor<typeof grpc.Client, _common_v1_VersionServiceClient> & { service: _common_v1_VersionServiceDefinition }
    }
  }
  product: {
    v1: {
      CreateMaterialRequest: MessageTypeDefinition<_product_v1_CreateMaterialRequest__Input, _product_v1_CreateMaterialRequest>
      ImportMaterialsReply: MessageTypeDefinition<_product_v1_ImportMaterialsReply__Input, _product_v1_ImportMaterialsReply>
      ImportMaterialsRequest: MessageTypeDefinition<_product_v1_ImportMaterialsRequest__Input, _product_v1_ImportMaterialsRequest>
      ListMaterialsRequest: MessageTypeDefinition<_product_v1_ListMaterialsRequest__Input, _product_v1_ListMaterialsRequest>
      Material: MessageTypeDefinition<_product_v1_Material__Input, _product_v1_Material>
      MaterialInput: MessageTypeDefinition<_product_v1_MaterialInput__Input, _product_v1_MaterialInput>
      MaterialPage: MessageTypeDefinition<_product_v1_MaterialPage__Input, _product_v1_MaterialPage>
      MaterialPatch: MessageTypeDefinition<_product_v1_MaterialPatch__Input, _product_v1_MaterialPatch>
      MaterialReply: MessageTypeDefinition<_product_v1_MaterialReply__Input, _product_v1_MaterialReply>
      MaterialService: SubtypeConstructor<typeof grpc.Client, _product_v1_MaterialServiceClient> & { service: _product_v1_MaterialServiceDefinition }
      MaterialSku: MessageTypeDefinition<_product_v1_MaterialSku__Input, _product_v1_MaterialSku>
      MaterialSkuInput: MessageTypeDefinition<_product_v1_MaterialSkuInput__Input, _product_v1_MaterialSkuInput>
      UpdateMaterialRequest: MessageTypeDefinition<_product_v1_UpdateMaterialRequest__Input, _product_v1_UpdateMaterialRequest>
    }
  }
}

