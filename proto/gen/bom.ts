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
import type { AssignedMaterialOption__Input as _product_v1_AssignedMaterialOption__Input, AssignedMaterialOption as _product_v1_AssignedMaterialOption } from './product/v1/AssignedMaterialOption.ts';
import type { AssignedMaterialOptionInput__Input as _product_v1_AssignedMaterialOptionInput__Input, AssignedMaterialOptionInput as _product_v1_AssignedMaterialOptionInput } from './product/v1/AssignedMaterialOptionInput.ts';
import type { Bom__Input as _product_v1_Bom__Input, Bom as _product_v1_Bom } from './product/v1/Bom.ts';
import type { BomAmount__Input as _product_v1_BomAmount__Input, BomAmount as _product_v1_BomAmount } from './product/v1/BomAmount.ts';
import type { BomCategoryCost__Input as _product_v1_BomCategoryCost__Input, BomCategoryCost as _product_v1_BomCategoryCost } from './product/v1/BomCategoryCost.ts';
import type { BomComparison__Input as _product_v1_BomComparison__Input, BomComparison as _product_v1_BomComparison } from './product/v1/BomComparison.ts';
import type { BomCost__Input as _product_v1_BomCost__Input, BomCost as _product_v1_BomCost } from './product/v1/BomCost.ts';
import type { BomCostDrift__Input as _product_v1_BomCostDrift__Input, BomCostDrift as _product_v1_BomCostDrift } from './product/v1/BomCostDrift.ts';
import type { BomFieldDifference__Input as _product_v1_BomFieldDifference__Input, BomFieldDifference as _product_v1_BomFieldDifference } from './product/v1/BomFieldDifference.ts';
import type { BomInput__Input as _product_v1_BomInput__Input, BomInput as _product_v1_BomInput } from './product/v1/BomInput.ts';
import type { BomLineCost__Input as _product_v1_BomLineCost__Input, BomLineCost as _product_v1_BomLineCost } from './product/v1/BomLineCost.ts';
import type { BomLineItem__Input as _product_v1_BomLineItem__Input, BomLineItem as _product_v1_BomLineItem } from './product/v1/BomLineItem.ts';
import type { BomLineItemDiff__Input as _product_v1_BomLineItemDiff__Input, BomLineItemDiff as _product_v1_BomLineItemDiff } from './product/v1/BomLineItemDiff.ts';
import type { BomLineItemGroup__Input as _product_v1_BomLineItemGroup__Input, BomLineItemGroup as _product_v1_BomLineItemGroup } from './product/v1/BomLineItemGroup.ts';
import type { BomLineItemInput__Input as _product_v1_BomLineItemInput__Input, BomLineItemInput as _product_v1_BomLineItemInput } from './product/v1/BomLineItemInput.ts';
import type { BomLineItemReply__Input as _product_v1_BomLineItemReply__Input, BomLineItemReply as _product_v1_BomLineItemReply } from './product/v1/BomLineItemReply.ts';
import type { BomLineItemRequest__Input as _product_v1_BomLineItemRequest__Input, BomLineItemRequest as _product_v1_BomLineItemRequest } from './product/v1/BomLineItemRequest.ts';
import type { BomLineItemValues__Input as _product_v1_BomLineItemValues__Input, BomLineItemValues as _product_v1_BomLineItemValues } from './product/v1/BomLineItemValues.ts';
import type { BomOutline__Input as _product_v1_BomOutline__Input, BomOutline as _product_v1_BomOutline } from './product/v1/BomOutline.ts';
import type { BomPage__Input as _product_v1_BomPage__Input, BomPage as _product_v1_BomPage } from './product/v1/BomPage.ts';
import type { BomPatch__Input as _product_v1_BomPatch__Input, BomPatch as _product_v1_BomPatch } from './product/v1/BomPatch.ts';
import type { BomReply__Input as _product_v1_BomReply__Input, BomReply as _product_v1_BomReply } from './product/v1/BomReply.ts';
import type { BomServiceClient as _product_v1_BomServiceClient, BomServiceDefinition as _product_v1_BomServiceDefinition } from './product/v1/BomService.ts';
import type { BomStyle__Input as _product_v1_BomStyle__Input, BomStyle as _product_v1_BomStyle } from './product/v1/BomStyle.ts';
import type { BomTotalCost__Input as _product_v1_BomTotalCost__Input, BomTotalCost as _product_v1_BomTotalCost } from './product/v1/BomTotalCost.ts';
import type { BomUsage__Input as _product_v1_BomUsage__Input, BomUsage as _product_v1_BomUsage } from './product/v1/BomUsage.ts';
import type { BomUsageItem__Input as _product_v1_BomUsageItem__Input, BomUsageItem as _product_v1_BomUsageItem } from './product/v1/BomUsageItem.ts';
import type { BomVersion__Input as _product_v1_BomVersion__Input, BomVersion as _product_v1_BomVersion } from './product/v1/BomVersion.ts';
import type { BomVersionInput__Input as _product_v1_BomVersionInput__Input, BomVersionInput as _product_v1_BomVersionInput } from './product/v1/BomVersionInput.ts';
import type { BomVersionOutline__Input as _product_v1_BomVersionOutline__Input, BomVersionOutline as _product_v1_BomVersionOutline } from './product/v1/BomVersionOutline.ts';
import type { BomVersionPage__Input as _product_v1_BomVersionPage__Input, BomVersionPage as _product_v1_BomVersionPage } from './product/v1/BomVersionPage.ts';
import type { BomVersionReply__Input as _product_v1_BomVersionReply__Input, BomVersionReply as _product_v1_BomVersionReply } from './product/v1/BomVersionReply.ts';
import type { BomVersionRequest__Input as _product_v1_BomVersionRequest__Input, BomVersionRequest as _product_v1_BomVersionRequest } from './product/v1/BomVersionRequest.ts';
import type { BomVersionSummary__Input as _product_v1_BomVersionSummary__Input, BomVersionSummary as _product_v1_BomVersionSummary } from './product/v1/BomVersionSummary.ts';
import type { CompareBomVersionsRequest__Input as _product_v1_CompareBomVersionsRequest__Input, CompareBomVersionsRequest as _product_v1_CompareBomVersionsRequest } from './product/v1/CompareBomVersionsRequest.ts';
import type { CreateBomLineItemRequest__Input as _product_v1_CreateBomLineItemRequest__Input, CreateBomLineItemRequest as _product_v1_CreateBomLineItemRequest } from './product/v1/CreateBomLineItemRequest.ts';
import type { CreateBomRequest__Input as _product_v1_CreateBomRequest__Input, CreateBomRequest as _product_v1_CreateBomRequest } from './product/v1/CreateBomRequest.ts';
import type { CreateBomVersionRequest__Input as _product_v1_CreateBomVersionRequest__Input, CreateBomVersionRequest as _product_v1_CreateBomVersionRequest } from './product/v1/CreateBomVersionRequest.ts';
import type { ListBomVersionsRequest__Input as _product_v1_ListBomVersionsRequest__Input, ListBomVersionsRequest as _product_v1_ListBomVersionsRequest } from './product/v1/ListBomVersionsRequest.ts';
import type { ListBomsRequest__Input as _product_v1_ListBomsRequest__Input, ListBomsRequest as _product_v1_ListBomsRequest } from './product/v1/ListBomsRequest.ts';
import type { RejectBomRequest__Input as _product_v1_RejectBomRequest__Input, RejectBomRequest as _product_v1_RejectBomRequest } from './product/v1/RejectBomRequest.ts';
import type { ReplaceBomLineItemsRequest__Input as _product_v1_ReplaceBomLineItemsRequest__Input, ReplaceBomLineItemsRequest as _product_v1_ReplaceBomLineItemsRequest } from './product/v1/ReplaceBomLineItemsRequest.ts';
import type { UpdateBomLineItemRequest__Input as _product_v1_UpdateBomLineItemRequest__Input, UpdateBomLineItemRequest as _product_v1_UpdateBomLineItemRequest } from './product/v1/UpdateBomLineItemRequest.ts';
import type { UpdateBomRequest__Input as _product_v1_UpdateBomRequest__Input, UpdateBomRequest as _product_v1_UpdateBomRequest } from './product/v1/UpdateBomRequest.ts';

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
      AssignedMaterialOption: MessageTypeDefinition<_product_v1_AssignedMaterialOption__Input, _product_v1_AssignedMaterialOption>
      AssignedMaterialOptionInput: MessageTypeDefinition<_product_v1_AssignedMaterialOptionInput__Input, _product_v1_AssignedMaterialOptionInput>
      Bom: MessageTypeDefinition<_product_v1_Bom__Input, _product_v1_Bom>
      BomAmount: MessageTypeDefinition<_product_v1_BomAmount__Input, _product_v1_BomAmount>
      BomCategoryCost: MessageTypeDefinition<_product_v1_BomCategoryCost__Input, _product_v1_BomCategoryCost>
      BomComparison: MessageTypeDefinition<_product_v1_BomComparison__Input, _product_v1_BomComparison>
      BomCost: MessageTypeDefinition<_product_v1_BomCost__Input, _product_v1_BomCost>
      BomCostDrift: MessageTypeDefinition<_product_v1_BomCostDrift__Input, _product_v1_BomCostDrift>
      BomFieldDifference: MessageTypeDefinition<_product_v1_BomFieldDifference__Input, _product_v1_BomFieldDifference>
      BomInput: MessageTypeDefinition<_product_v1_BomInput__Input, _product_v1_BomInput>
      BomLineCost: MessageTypeDefinition<_product_v1_BomLineCost__Input, _product_v1_BomLineCost>
      BomLineItem: MessageTypeDefinition<_product_v1_BomLineItem__Input, _product_v1_BomLineItem>
      BomLineItemDiff: MessageTypeDefinition<_product_v1_BomLineItemDiff__Input, _product_v1_BomLineItemDiff>
      BomLineItemGroup: MessageTypeDefinition<_product_v1_BomLineItemGroup__Input, _product_v1_BomLineItemGroup>
      BomLineItemInput: MessageTypeDefinition<_product_v1_BomLineItemInput__Input, _product_v1_BomLineItemInput>
      BomLineItemReply: MessageTypeDefinition<_product_v1_BomLineItemReply__Input, _product_v1_BomLineItemReply>
      BomLineItemRequest: MessageTypeDefinition<_product_v1_BomLineItemRequest__Input, _product_v1_BomLineItemRequest>
      BomLineItemValues: MessageTypeDefinition<_product_v1_BomLineItemValues__Input, _product_v1_BomLineItemValues>
      BomOutline: MessageTypeDefinition<_product_v1_BomOutline__Input, _product_v1_BomOutline>
      BomPage: MessageTypeDefinition<_product_v1_BomPage__Input, _product_v1_BomPage>
      BomPatch: MessageTypeDefinition<_product_v1_BomPatch__Input, _product_v1_BomPatch>
      BomReply: MessageTypeDefinition<_product_v1_BomReply__Input, _product_v1_BomReply>
      BomService: SubtypeConstructor<typeof grpc.Client, _product_v1_BomServiceClient> & { service: _product_v1_BomServiceDefinition }
      BomStyle: MessageTypeDefinition<_product_v1_BomStyle__Input, _product_v1_BomStyle>
      BomTotalCost: MessageTypeDefinition<_product_v1_BomTotalCost__Input, _product_v1_BomTotalCost>
      BomUsage: MessageTypeDefinition<_product_v1_BomUsage__Input, _product_v1_BomUsage>
      BomUsageItem: MessageTypeDefinition<_product_v1_BomUsageItem__Input, _product_v1_BomUsageItem>
      BomVersion: MessageTypeDefinition<_product_v1_BomVersion__Input, _product_v1_BomVersion>
      BomVersionInput: MessageTypeDefinition<_product_v1_BomVersionInput__Input, _product_v1_BomVersionInput>
      BomVersionOutline: MessageTypeDefinition<_product_v1_BomVersionOutline__Input, _product_v1_BomVersionOutline>
      BomVersionPage: MessageTypeDefinition<_product_v1_BomVersionPage__Input, _product_v1_BomVersionPage>
      BomVersionReply: MessageTypeDefinition<_product_v1_BomVersionReply__Input, _product_v1_BomVersionReply>
      BomVersionRequest: MessageTypeDefinition<_product_v1_BomVersionRequest__Input, _product_v1_BomVersionRequest>
      BomVersionSummary: MessageTypeDefinition<_product_v1_BomVersionSummary__Input, _product_v1_BomVersionSummary>
      CompareBomVersionsRequest: MessageTypeDefinition<_product_v1_CompareBomVersionsRequest__Input, _product_v1_CompareBomVersionsRequest>
      CreateBomLineItemRequest: MessageTypeDefinition<_product_v1_CreateBomLineItemRequest__Input, _product_v1_CreateBomLineItemRequest>
      CreateBomRequest: MessageTypeDefinition<_product_v1_CreateBomRequest__Input, _product_v1_CreateBomRequest>
      CreateBomVersionRequest: MessageTypeDefinition<_product_v1_CreateBomVersionRequest__Input, _product_v1_CreateBomVersionRequest>
      ListBomVersionsRequest: MessageTypeDefinition<_product_v1_ListBomVersionsRequest__Input, _product_v1_ListBomVersionsRequest>
      ListBomsRequest: MessageTypeDefinition<_product_v1_ListBomsRequest__Input, _product_v1_ListBomsRequest>
      RejectBomRequest: MessageTypeDefinition<_product_v1_RejectBomRequest__Input, _product_v1_RejectBomRequest>
      ReplaceBomLineItemsRequest: MessageTypeDefinition<_product_v1_ReplaceBomLineItemsRequest__Input, _product_v1_ReplaceBomLineItemsRequest>
      UpdateBomLineItemRequest: MessageTypeDefinition<_product_v1_UpdateBomLineItemRequest__Input, _product_v1_UpdateBomLineItemRequest>
      UpdateBomRequest: MessageTypeDefinition<_product_v1_UpdateBomRequest__Input, _product_v1_UpdateBomRequest>
    }
  }
}

