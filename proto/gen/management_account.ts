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
import type { ChartOfAccounts__Input as _finance_v1_ChartOfAccounts__Input, ChartOfAccounts as _finance_v1_ChartOfAccounts } from './finance/v1/ChartOfAccounts.ts';
import type { CreateManagementAccountRequest__Input as _finance_v1_CreateManagementAccountRequest__Input, CreateManagementAccountRequest as _finance_v1_CreateManagementAccountRequest } from './finance/v1/CreateManagementAccountRequest.ts';
import type { GetChartOfAccountsRequest__Input as _finance_v1_GetChartOfAccountsRequest__Input, GetChartOfAccountsRequest as _finance_v1_GetChartOfAccountsRequest } from './finance/v1/GetChartOfAccountsRequest.ts';
import type { ImportManagementAccountsReply__Input as _finance_v1_ImportManagementAccountsReply__Input, ImportManagementAccountsReply as _finance_v1_ImportManagementAccountsReply } from './finance/v1/ImportManagementAccountsReply.ts';
import type { ImportManagementAccountsRequest__Input as _finance_v1_ImportManagementAccountsRequest__Input, ImportManagementAccountsRequest as _finance_v1_ImportManagementAccountsRequest } from './finance/v1/ImportManagementAccountsRequest.ts';
import type { ListManagementAccountsRequest__Input as _finance_v1_ListManagementAccountsRequest__Input, ListManagementAccountsRequest as _finance_v1_ListManagementAccountsRequest } from './finance/v1/ListManagementAccountsRequest.ts';
import type { ManagementAccount__Input as _finance_v1_ManagementAccount__Input, ManagementAccount as _finance_v1_ManagementAccount } from './finance/v1/ManagementAccount.ts';
import type { ManagementAccountInput__Input as _finance_v1_ManagementAccountInput__Input, ManagementAccountInput as _finance_v1_ManagementAccountInput } from './finance/v1/ManagementAccountInput.ts';
import type { ManagementAccountPage__Input as _finance_v1_ManagementAccountPage__Input, ManagementAccountPage as _finance_v1_ManagementAccountPage } from './finance/v1/ManagementAccountPage.ts';
import type { ManagementAccountReply__Input as _finance_v1_ManagementAccountReply__Input, ManagementAccountReply as _finance_v1_ManagementAccountReply } from './finance/v1/ManagementAccountReply.ts';
import type { ManagementAccountRow__Input as _finance_v1_ManagementAccountRow__Input, ManagementAccountRow as _finance_v1_ManagementAccountRow } from './finance/v1/ManagementAccountRow.ts';
import type { ManagementAccountServiceClient as _finance_v1_ManagementAccountServiceClient, ManagementAccountServiceDefinition as _finance_v1_ManagementAccountServiceDefinition } from './finance/v1/ManagementAccountService.ts';
import type { ParentAccount__Input as _finance_v1_ParentAccount__Input, ParentAccount as _finance_v1_ParentAccount } from './finance/v1/ParentAccount.ts';
import type { UpdateManagementAccountRequest__Input as _finance_v1_UpdateManagementAccountRequest__Input, UpdateManagementAccountRequest as _finance_v1_UpdateManagementAccountRequest } from './finance/v1/UpdateManagementAccountRequest.ts';

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
  finance: {
    v1: {
      ChartOfAccounts: MessageTypeDefinition<_finance_v1_ChartOfAccounts__Input, _finance_v1_ChartOfAccounts>
      CreateManagementAccountRequest: MessageTypeDefinition<_finance_v1_CreateManagementAccountRequest__Input, _finance_v1_CreateManagementAccountRequest>
      GetChartOfAccountsRequest: MessageTypeDefinition<_finance_v1_GetChartOfAccountsRequest__Input, _finance_v1_GetChartOfAccountsRequest>
      ImportManagementAccountsReply: MessageTypeDefinition<_finance_v1_ImportManagementAccountsReply__Input, _finance_v1_ImportManagementAccountsReply>
      ImportManagementAccountsRequest: MessageTypeDefinition<_finance_v1_ImportManagementAccountsRequest__Input, _finance_v1_ImportManagementAccountsRequest>
      ListManagementAccountsRequest: MessageTypeDefinition<_finance_v1_ListManagementAccountsRequest__Input, _finance_v1_ListManagementAccountsRequest>
      ManagementAccount: MessageTypeDefinition<_finance_v1_ManagementAccount__Input, _finance_v1_ManagementAccount>
      ManagementAccountInput: MessageTypeDefinition<_finance_v1_ManagementAccountInput__Input, _finance_v1_ManagementAccountInput>
      ManagementAccountPage: MessageTypeDefinition<_finance_v1_ManagementAccountPage__Input, _finance_v1_ManagementAccountPage>
      ManagementAccountReply: MessageTypeDefinition<_finance_v1_ManagementAccountReply__Input, _finance_v1_ManagementAccountReply>
      ManagementAccountRow: MessageTypeDefinition<_finance_v1_ManagementAccountRow__Input, _finance_v1_ManagementAccountRow>
      ManagementAccountService: SubtypeConstructor<typeof grpc.Client, _finance_v1_ManagementAccountServiceClient> & { service: _finance_v1_ManagementAccountServiceDefinition }
      ParentAccount: MessageTypeDefinition<_finance_v1_ParentAccount__Input, _finance_v1_ParentAccount>
      UpdateManagementAccountRequest: MessageTypeDefinition<_finance_v1_UpdateManagementAccountRequest__Input, _finance_v1_UpdateManagementAccountRequest>
    }
  }
}

