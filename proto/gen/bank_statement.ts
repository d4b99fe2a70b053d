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
import type { BankLine__Input as _finance_v1_BankLine__Input, BankLine as _finance_v1_BankLine } from './finance/v1/BankLine.ts';
import type { BankLineInput__Input as _finance_v1_BankLineInput__Input, BankLineInput as _finance_v1_BankLineInput } from './finance/v1/BankLineInput.ts';
import type { BankLinePage__Input as _finance_v1_BankLinePage__Input, BankLinePage as _finance_v1_BankLinePage } from './finance/v1/BankLinePage.ts';
import type { BankLineReply__Input as _finance_v1_BankLineReply__Input, BankLineReply as _finance_v1_BankLineReply } from './finance/v1/BankLineReply.ts';
import type { BankLineRequest__Input as _finance_v1_BankLineRequest__Input, BankLineRequest as _finance_v1_BankLineRequest } from './finance/v1/BankLineRequest.ts';
import type { BankLineSuggestion__Input as _finance_v1_BankLineSuggestion__Input, BankLineSuggestion as _finance_v1_BankLineSuggestion } from './finance/v1/BankLineSuggestion.ts';
import type { BankStatement__Input as _finance_v1_BankStatement__Input, BankStatement as _finance_v1_BankStatement } from './finance/v1/BankStatement.ts';
import type { BankStatementInput__Input as _finance_v1_BankStatementInput__Input, BankStatementInput as _finance_v1_BankStatementInput } from './finance/v1/BankStatementInput.ts';
import type { BankStatementPage__Input as _finance_v1_BankStatementPage__Input, BankStatementPage as _finance_v1_BankStatementPage } from './finance/v1/BankStatementPage.ts';
import type { BankStatementPatch__Input as _finance_v1_BankStatementPatch__Input, BankStatementPatch as _finance_v1_BankStatementPatch } from './finance/v1/BankStatementPatch.ts';
import type { BankStatementReply__Input as _finance_v1_BankStatementReply__Input, BankStatementReply as _finance_v1_BankStatementReply } from './finance/v1/BankStatementReply.ts';
import type { BankStatementServiceClient as _finance_v1_BankStatementServiceClient, BankStatementServiceDefinition as _finance_v1_BankStatementServiceDefinition } from './finance/v1/BankStatementService.ts';
import type { CreateBankStatementRequest__Input as _finance_v1_CreateBankStatementRequest__Input, CreateBankStatementRequest as _finance_v1_CreateBankStatementRequest } from './finance/v1/CreateBankStatementRequest.ts';
import type { ImportBankStatementsReply__Input as _finance_v1_ImportBankStatementsReply__Input, ImportBankStatementsReply as _finance_v1_ImportBankStatementsReply } from './finance/v1/ImportBankStatementsReply.ts';
import type { ImportBankStatementsRequest__Input as _finance_v1_ImportBankStatementsRequest__Input, ImportBankStatementsRequest as _finance_v1_ImportBankStatementsRequest } from './finance/v1/ImportBankStatementsRequest.ts';
import type { ImportedBankLine__Input as _finance_v1_ImportedBankLine__Input, ImportedBankLine as _finance_v1_ImportedBankLine } from './finance/v1/ImportedBankLine.ts';
import type { ImportedBankLineOutcome__Input as _finance_v1_ImportedBankLineOutcome__Input, ImportedBankLineOutcome as _finance_v1_ImportedBankLineOutcome } from './finance/v1/ImportedBankLineOutcome.ts';
import type { ListAllBankLinesRequest__Input as _finance_v1_ListAllBankLinesRequest__Input, ListAllBankLinesRequest as _finance_v1_ListAllBankLinesRequest } from './finance/v1/ListAllBankLinesRequest.ts';
import type { ListBankLinesRequest__Input as _finance_v1_ListBankLinesRequest__Input, ListBankLinesRequest as _finance_v1_ListBankLinesRequest } from './finance/v1/ListBankLinesRequest.ts';
import type { ListBankStatementsRequest__Input as _finance_v1_ListBankStatementsRequest__Input, ListBankStatementsRequest as _finance_v1_ListBankStatementsRequest } from './finance/v1/ListBankStatementsRequest.ts';
import type { MatchBankLineRequest__Input as _finance_v1_MatchBankLineRequest__Input, MatchBankLineRequest as _finance_v1_MatchBankLineRequest } from './finance/v1/MatchBankLineRequest.ts';
import type { UpdateBankStatementRequest__Input as _finance_v1_UpdateBankStatementRequest__Input, UpdateBankStatementRequest as _finance_v1_UpdateBankStatementRequest } from './finance/v1/UpdateBankStatementRequest.ts';

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
      BankLine: MessageTypeDefinition<_finance_v1_BankLine__Input, _finance_v1_BankLine>
      BankLineInput: MessageTypeDefinition<_finance_v1_BankLineInput__Input, _finance_v1_BankLineInput>
      BankLinePage: MessageTypeDefinition<_finance_v1_BankLinePage__Input, _finance_v1_BankLinePage>
      BankLineReply: MessageTypeDefinition<_finance_v1_BankLineReply__Input, _finance_v1_BankLineReply>
      BankLineRequest: MessageTypeDefinition<_finance_v1_BankLineRequest__Input, _finance_v1_BankLineRequest>
      BankLineSuggestion: MessageTypeDefinition<_finance_v1_BankLineSuggestion__Input, _finance_v1_BankLineSuggestion>
      BankStatement: MessageTypeDefinition<_finance_v1_BankStatement__Input, _finance_v1_BankStatement>
      BankStatementInput: MessageTypeDefinition<_finance_v1_BankStatementInput__Input, _finance_v1_BankStatementInput>
      BankStatementPage: MessageTypeDefinition<_finance_v1_BankStatementPage__Input, _finance_v1_BankStatementPage>
      BankStatementPatch: MessageTypeDefinition<_finance_v1_BankStatementPatch__Input, _finance_v1_BankStatementPatch>
      BankStatementReply: MessageTypeDefinition<_finance_v1_BankStatementReply__Input, _finance_v1_BankStatementReply>
      BankStatementService: SubtypeConstructor<typeof grpc.Client, _finance_v1_BankStatementServiceClient> & { service: _finance_v1_BankStatementServiceDefinition }
      CreateBankStatementRequest: MessageTypeDefinition<_finance_v1_CreateBankStatementRequest__Input, _finance_v1_CreateBankStatementRequest>
      ImportBankStatementsReply: MessageTypeDefinition<_finance_v1_ImportBankStatementsReply__Input, _finance_v1_ImportBankStatementsReply>
      ImportBankStatementsRequest: MessageTypeDefinition<_finance_v1_ImportBankStatementsRequest__Input, _finance_v1_ImportBankStatementsRequest>
      ImportedBankLine: MessageTypeDefinition<_finance_v1_ImportedBankLine__Input, _finance_v1_ImportedBankLine>
      ImportedBankLineOutcome: MessageTypeDefinition<_finance_v1_ImportedBankLineOutcome__Input, _finance_v1_ImportedBankLineOutcome>
      ListAllBankLinesRequest: MessageTypeDefinition<_finance_v1_ListAllBankLinesRequest__Input, _finance_v1_ListAllBankLinesRequest>
      ListBankLinesRequest: MessageTypeDefinition<_finance_v1_ListBankLinesRequest__Input, _finance_v1_ListBankLinesRequest>
      ListBankStatementsRequest: MessageTypeDefinition<_finance_v1_ListBankStatementsRequest__Input, _finance_v1_ListBankStatementsRequest>
      MatchBankLineRequest: MessageTypeDefinition<_finance_v1_MatchBankLineRequest__Input, _finance_v1_MatchBankLineRequest>
      UpdateBankStatementRequest: MessageTypeDefinition<_finance_v1_UpdateBankStatementRequest__Input, _finance_v1_UpdateBankStatementRequest>
    }
  }
}

