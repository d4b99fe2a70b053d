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
import type { BankAccount__Input as _finance_v1_BankAccount__Input, BankAccount as _finance_v1_BankAccount } from './finance/v1/BankAccount.ts';
import type { BankAccountInput__Input as _finance_v1_BankAccountInput__Input, BankAccountInput as _finance_v1_BankAccountInput } from './finance/v1/BankAccountInput.ts';
import type { BankAccountPage__Input as _finance_v1_BankAccountPage__Input, BankAccountPage as _finance_v1_BankAccountPage } from './finance/v1/BankAccountPage.ts';
import type { BankAccountReply__Input as _finance_v1_BankAccountReply__Input, BankAccountReply as _finance_v1_BankAccountReply } from './finance/v1/BankAccountReply.ts';
import type { BankAccountServiceClient as _finance_v1_BankAccountServiceClient, BankAccountServiceDefinition as _finance_v1_BankAccountServiceDefinition } from './finance/v1/BankAccountService.ts';
import type { CreateBankAccountRequest__Input as _finance_v1_CreateBankAccountRequest__Input, CreateBankAccountRequest as _finance_v1_CreateBankAccountRequest } from './finance/v1/CreateBankAccountRequest.ts';
import type { ListBankAccountsRequest__Input as _finance_v1_ListBankAccountsRequest__Input, ListBankAccountsRequest as _finance_v1_ListBankAccountsRequest } from './finance/v1/ListBankAccountsRequest.ts';
import type { UpdateBankAccountRequest__Input as _finance_v1_UpdateBankAccountRequest__Input, UpdateBankAccountRequest as _finance_v1_UpdateBankAccountRequest } from './finance/v1/UpdateBankAccountRequest.ts';

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
      BankAccount: MessageTypeDefinition<_finance_v1_BankAccount__Input, _finance_v1_BankAccount>
      BankAccountInput: MessageTypeDefinition<_finance_v1_BankAccountInput__Input, _finance_v1_BankAccountInput>
      BankAccountPage: MessageTypeDefinition<_finance_v1_BankAccountPage__Input, _finance_v1_BankAccountPage>
      BankAccountReply: MessageTypeDefinition<_finance_v1_BankAccountReply__Input, _finance_v1_BankAccountReply>
      BankAccountService: SubtypeConstructor<typeof grpc.Client, _finance_v1_BankAccountServiceClient> & { service: _finance_v1_BankAccountServiceDefinition }
      CreateBankAccountRequest: MessageTypeDefinition<_finance_v1_CreateBankAccountRequest__Input, _finance_v1_CreateBankAccountRequest>
      ListBankAccountsRequest: MessageTypeDefinition<_finance_v1_ListBankAccountsRequest__Input, _finance_v1_ListBankAccountsRequest>
      UpdateBankAccountRequest: MessageTypeDefinition<_finance_v1_UpdateBankAccountRequest__Input, _finance_v1_UpdateBankAccountRequest>
    }
  }
}

