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
import type { CreateOrgRequest__Input as _identity_v1_CreateOrgRequest__Input, CreateOrgRequest as _identity_v1_CreateOrgRequest } from './identity/v1/CreateOrgRequest.ts';
import type { GetOrgSettingsRequest__Input as _identity_v1_GetOrgSettingsRequest__Input, GetOrgSettingsRequest as _identity_v1_GetOrgSettingsRequest } from './identity/v1/GetOrgSettingsRequest.ts';
import type { ListOrgsRequest__Input as _identity_v1_ListOrgsRequest__Input, ListOrgsRequest as _identity_v1_ListOrgsRequest } from './identity/v1/ListOrgsRequest.ts';
import type { Org__Input as _identity_v1_Org__Input, Org as _identity_v1_Org } from './identity/v1/Org.ts';
import type { OrgInput__Input as _identity_v1_OrgInput__Input, OrgInput as _identity_v1_OrgInput } from './identity/v1/OrgInput.ts';
import type { OrgPage__Input as _identity_v1_OrgPage__Input, OrgPage as _identity_v1_OrgPage } from './identity/v1/OrgPage.ts';
import type { OrgPatch__Input as _identity_v1_OrgPatch__Input, OrgPatch as _identity_v1_OrgPatch } from './identity/v1/OrgPatch.ts';
import type { OrgReply__Input as _identity_v1_OrgReply__Input, OrgReply as _identity_v1_OrgReply } from './identity/v1/OrgReply.ts';
import type { OrgServiceClient as _identity_v1_OrgServiceClient, OrgServiceDefinition as _identity_v1_OrgServiceDefinition } from './identity/v1/OrgService.ts';
import type { OrgSettings__Input as _identity_v1_OrgSettings__Input, OrgSettings as _identity_v1_OrgSettings } from './identity/v1/OrgSettings.ts';
import type { UpdateOrgRequest__Input as _identity_v1_UpdateOrgRequest__Input, UpdateOrgRequest as _identity_v1_UpdateOrgRequest } from './identity/v1/UpdateOrgRequest.ts';

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
      CreateOrgRequest: MessageTypeDefinition<_identity_v1_CreateOrgRequest__Input, _identity_v1_CreateOrgRequest>
      GetOrgSettingsRequest: MessageTypeDefinition<_identity_v1_GetOrgSettingsRequest__Input, _identity_v1_GetOrgSettingsRequest>
      ListOrgsRequest: MessageTypeDefinition<_identity_v1_ListOrgsRequest__Input, _identity_v1_ListOrgsRequest>
      Org: MessageTypeDefinition<_identity_v1_Org__Input, _identity_v1_Org>
      OrgInput: MessageTypeDefinition<_identity_v1_OrgInput__Input, _identity_v1_OrgInput>
      OrgPage: MessageTypeDefinition<_identity_v1_OrgPage__Input, _identity_v1_OrgPage>
      OrgPatch: MessageTypeDefinition<_identity_v1_OrgPatch__Input, _identity_v1_OrgPatch>
      OrgReply: MessageTypeDefinition<_identity_v1_OrgReply__Input, _identity_v1_OrgReply>
      OrgService: SubtypeConstructor<typeof grpc.Client, _identity_v1_OrgServiceClient> & { service: _identity_v1_OrgServiceDefinition }
      OrgSettings: MessageTypeDefinition<_identity_v1_OrgSettings__Input, _identity_v1_OrgSettings>
      UpdateOrgRequest: MessageTypeDefinition<_identity_v1_UpdateOrgRequest__Input, _identity_v1_UpdateOrgRequest>
    }
  }
}

