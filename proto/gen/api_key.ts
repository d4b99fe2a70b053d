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
import type { ApiKey__Input as _identity_v1_ApiKey__Input, ApiKey as _identity_v1_ApiKey } from './identity/v1/ApiKey.ts';
import type { ApiKeyGrant__Input as _identity_v1_ApiKeyGrant__Input, ApiKeyGrant as _identity_v1_ApiKeyGrant } from './identity/v1/ApiKeyGrant.ts';
import type { ApiKeyList__Input as _identity_v1_ApiKeyList__Input, ApiKeyList as _identity_v1_ApiKeyList } from './identity/v1/ApiKeyList.ts';
import type { ApiKeyReply__Input as _identity_v1_ApiKeyReply__Input, ApiKeyReply as _identity_v1_ApiKeyReply } from './identity/v1/ApiKeyReply.ts';
import type { ApiKeyServiceClient as _identity_v1_ApiKeyServiceClient, ApiKeyServiceDefinition as _identity_v1_ApiKeyServiceDefinition } from './identity/v1/ApiKeyService.ts';
import type { ApiKeyUse__Input as _identity_v1_ApiKeyUse__Input, ApiKeyUse as _identity_v1_ApiKeyUse } from './identity/v1/ApiKeyUse.ts';
import type { ApiKeyValueReply__Input as _identity_v1_ApiKeyValueReply__Input, ApiKeyValueReply as _identity_v1_ApiKeyValueReply } from './identity/v1/ApiKeyValueReply.ts';
import type { CallingKey__Input as _identity_v1_CallingKey__Input, CallingKey as _identity_v1_CallingKey } from './identity/v1/CallingKey.ts';
import type { CreateApiKeyRequest__Input as _identity_v1_CreateApiKeyRequest__Input, CreateApiKeyRequest as _identity_v1_CreateApiKeyRequest } from './identity/v1/CreateApiKeyRequest.ts';
import type { GetCallingKeyRequest__Input as _identity_v1_GetCallingKeyRequest__Input, GetCallingKeyRequest as _identity_v1_GetCallingKeyRequest } from './identity/v1/GetCallingKeyRequest.ts';
import type { ListApiKeysRequest__Input as _identity_v1_ListApiKeysRequest__Input, ListApiKeysRequest as _identity_v1_ListApiKeysRequest } from './identity/v1/ListApiKeysRequest.ts';
import type { NewApiKey__Input as _identity_v1_NewApiKey__Input, NewApiKey as _identity_v1_NewApiKey } from './identity/v1/NewApiKey.ts';
import type { ReportApiKeyUseReply__Input as _identity_v1_ReportApiKeyUseReply__Input, ReportApiKeyUseReply as _identity_v1_ReportApiKeyUseReply } from './identity/v1/ReportApiKeyUseReply.ts';
import type { ReportApiKeyUseRequest__Input as _identity_v1_ReportApiKeyUseRequest__Input, ReportApiKeyUseRequest as _identity_v1_ReportApiKeyUseRequest } from './identity/v1/ReportApiKeyUseRequest.ts';
import type { ResolveApiKeyRequest__Input as _identity_v1_ResolveApiKeyRequest__Input, ResolveApiKeyRequest as _identity_v1_ResolveApiKeyRequest } from './identity/v1/ResolveApiKeyRequest.ts';
import type { ResolvedApiKey__Input as _identity_v1_ResolvedApiKey__Input, ResolvedApiKey as _identity_v1_ResolvedApiKey } from './identity/v1/ResolvedApiKey.ts';
import type { RotateApiKeyRequest__Input as _identity_v1_RotateApiKeyRequest__Input, RotateApiKeyRequest as _identity_v1_RotateApiKeyRequest } from './identity/v1/RotateApiKeyRequest.ts';

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
  identity: {
    v1: {
      ApiKey: MessageTypeDefinition<_identity_v1_ApiKey__Input, _identity_v1_ApiKey>
      ApiKeyGrant: MessageTypeDefinition<_identity_v1_ApiKeyGrant__Input, _identity_v1_ApiKeyGrant>
      ApiKeyList: MessageTypeDefinition<_identity_v1_ApiKeyList__Input, _identity_v1_ApiKeyList>
      ApiKeyReply: MessageTypeDefinition<_identity_v1_ApiKeyReply__Input, _identity_v1_ApiKeyReply>
      ApiKeyService: SubtypeConstructor<typeof grpc.Client, _identity_v1_ApiKeyServiceClient> & { service: _identity_v1_ApiKeyServiceDefinition }
      ApiKeyUse: MessageTypeDefinition<_identity_v1_ApiKeyUse__Input, _identity_v1_ApiKeyUse>
      ApiKeyValueReply: MessageTypeDefinition<_identity_v1_ApiKeyValueReply__Input, _identity_v1_ApiKeyValueReply>
      CallingKey: MessageTypeDefinition<_identity_v1_CallingKey__Input, _identity_v1_CallingKey>
      CreateApiKeyRequest: MessageTypeDefinition<_identity_v1_CreateApiKeyRequest__Input, _identity_v1_CreateApiKeyRequest>
      GetCallingKeyRequest: MessageTypeDefinition<_identity_v1_GetCallingKeyRequest__Input, _identity_v1_GetCallingKeyRequest>
      ListApiKeysRequest: MessageTypeDefinition<_identity_v1_ListApiKeysRequest__Input, _identity_v1_ListApiKeysRequest>
      NewApiKey: MessageTypeDefinition<_identity_v1_NewApiKey__Input, _identity_v1_NewApiKey>
      ReportApiKeyUseReply: MessageTypeDefinition<_identity_v1_ReportApiKeyUseReply__Input, _identity_v1_ReportApiKeyUseReply>
      ReportApiKeyUseRequest: MessageTypeDefinition<_identity_v1_ReportApiKeyUseRequest__Input, _identity_v1_ReportApiKeyUseRequest>
      ResolveApiKeyRequest: MessageTypeDefinition<_identity_v1_ResolveApiKeyRequest__Input, _identity_v1_ResolveApiKeyRequest>
      ResolvedApiKey: MessageTypeDefinition<_identity_v1_ResolvedApiKey__Input, _identity_v1_ResolvedApiKey>
      RotateApiKeyRequest: MessageTypeDefinition<_identity_v1_RotateApiKeyRequest__Input, _identity_v1_RotateApiKeyRequest>
    }
  }
}

