// Original file: proto/finance/v1/bank_statement.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BankLinePage__Input as _finance_v1_BankLinePage__Input, BankLinePage as _finance_v1_BankLinePage } from '../../finance/v1/BankLinePage.ts';
import type { BankLineReply__Input as _finance_v1_BankLineReply__Input, BankLineReply as _finance_v1_BankLineReply } from '../../finance/v1/BankLineReply.ts';
import type { BankLineRequest__Input as _finance_v1_BankLineRequest__Input, BankLineRequest as _finance_v1_BankLineRequest } from '../../finance/v1/BankLineRequest.ts';
import type { BankStatementPage__Input as _finance_v1_BankStatementPage__Input, BankStatementPage as _finance_v1_BankStatementPage } from '../../finance/v1/BankStatementPage.ts';
import type { BankStatementReply__Input as _finance_v1_BankStatementReply__Input, BankStatementReply as _finance_v1_BankStatementReply } from '../../finance/v1/BankStatementReply.ts';
import type { CreateBankStatementRequest__Input as _finance_v1_CreateBankStatementRequest__Input, CreateBankStatementRequest as _finance_v1_CreateBankStatementRequest } from '../../finance/v1/CreateBankStatementRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ImportBankStatementsReply__Input as _finance_v1_ImportBankStatementsReply__Input, ImportBankStatementsReply as _finance_v1_ImportBankStatementsReply } from '../../finance/v1/ImportBankStatementsReply.ts';
import type { ImportBankStatementsRequest__Input as _finance_v1_ImportBankStatementsRequest__Input, ImportBankStatementsRequest as _finance_v1_ImportBankStatementsRequest } from '../../finance/v1/ImportBankStatementsRequest.ts';
import type { ListAllBankLinesRequest__Input as _finance_v1_ListAllBankLinesRequest__Input, ListAllBankLinesRequest as _finance_v1_ListAllBankLinesRequest } from '../../finance/v1/ListAllBankLinesRequest.ts';
import type { ListBankLinesRequest__Input as _finance_v1_ListBankLinesRequest__Input, ListBankLinesRequest as _finance_v1_ListBankLinesRequest } from '../../finance/v1/ListBankLinesRequest.ts';
import type { ListBankStatementsRequest__Input as _finance_v1_ListBankStatementsRequest__Input, ListBankStatementsRequest as _finance_v1_ListBankStatementsRequest } from '../../finance/v1/ListBankStatementsRequest.ts';
import type { MatchBankLineRequest__Input as _finance_v1_MatchBankLineRequest__Input, MatchBankLineRequest as _finance_v1_MatchBankLineRequest } from '../../finance/v1/MatchBankLineRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateBankStatementRequest__Input as _finance_v1_UpdateBankStatementRequest__Input, UpdateBankStatementRequest as _finance_v1_UpdateBankStatementRequest } from '../../finance/v1/UpdateBankStatementRequest.ts';

export interface BankStatementServiceClient extends grpc.Client {
  CreateBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  CreateBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  CreateBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  CreateBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  createBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  createBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  createBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  createBankStatement(argument: _finance_v1_CreateBankStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  
  DeleteBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBankStatement(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBankStatement(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankStatement(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankStatement(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  GetBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  GetBankStatement(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  GetBankStatement(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  getBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  getBankStatement(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  getBankStatement(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  getBankStatement(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  
  IgnoreBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  IgnoreBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  IgnoreBankLine(argument: _finance_v1_BankLineRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  IgnoreBankLine(argument: _finance_v1_BankLineRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  ignoreBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  ignoreBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  ignoreBankLine(argument: _finance_v1_BankLineRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  ignoreBankLine(argument: _finance_v1_BankLineRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  
  ImportBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  ImportBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  ImportBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  ImportBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  importBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  importBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  importBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  importBankStatements(argument: _finance_v1_ImportBankStatementsRequest__Input, callback: grpc.requestCallback<_finance_v1_ImportBankStatementsReply>): grpc.ClientUnaryCall;
  
  ListAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  ListAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  ListAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  ListAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listAllBankLines(argument: _finance_v1_ListAllBankLinesRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  
  ListBankLines(argument: _finance_v1_ListBankLinesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  ListBankLines(argument: _finance_v1_ListBankLinesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  ListBankLines(argument: _finance_v1_ListBankLinesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  ListBankLines(argument: _finance_v1_ListBankLinesRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listBankLines(argument: _finance_v1_ListBankLinesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listBankLines(argument: _finance_v1_ListBankLinesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listBankLines(argument: _finance_v1_ListBankLinesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  listBankLines(argument: _finance_v1_ListBankLinesRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLinePage>): grpc.ClientUnaryCall;
  
  ListBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  ListBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  ListBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  ListBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  listBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  listBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  listBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  listBankStatements(argument: _finance_v1_ListBankStatementsRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementPage>): grpc.ClientUnaryCall;
  
  MatchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  MatchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  MatchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  MatchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  matchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  matchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  matchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  matchBankLine(argument: _finance_v1_MatchBankLineRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  
  UnmatchBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  UnmatchBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  UnmatchBankLine(argument: _finance_v1_BankLineRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  UnmatchBankLine(argument: _finance_v1_BankLineRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  unmatchBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  unmatchBankLine(argument: _finance_v1_BankLineRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  unmatchBankLine(argument: _finance_v1_BankLineRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  unmatchBankLine(argument: _finance_v1_BankLineRequest__Input, callback: grpc.requestCallback<_finance_v1_BankLineReply>): grpc.ClientUnaryCall;
  
  UpdateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  UpdateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  UpdateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  UpdateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  updateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  updateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  updateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  updateBankStatement(argument: _finance_v1_UpdateBankStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_BankStatementReply>): grpc.ClientUnaryCall;
  
}

export interface BankStatementServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateBankStatement: grpc.handleUnaryCall<_finance_v1_CreateBankStatementRequest, _finance_v1_BankStatementReply__Input>;
  
  DeleteBankStatement: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetBankStatement: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_BankStatementReply__Input>;
  
  IgnoreBankLine: grpc.handleUnaryCall<_finance_v1_BankLineRequest, _finance_v1_BankLineReply__Input>;
  
  ImportBankStatements: grpc.handleUnaryCall<_finance_v1_ImportBankStatementsRequest, _finance_v1_ImportBankStatementsReply__Input>;
  
  ListAllBankLines: grpc.handleUnaryCall<_finance_v1_ListAllBankLinesRequest, _finance_v1_BankLinePage__Input>;
  
  ListBankLines: grpc.handleUnaryCall<_finance_v1_ListBankLinesRequest, _finance_v1_BankLinePage__Input>;
  
  ListBankStatements: grpc.handleUnaryCall<_finance_v1_ListBankStatementsRequest, _finance_v1_BankStatementPage__Input>;
  
  MatchBankLine: grpc.handleUnaryCall<_finance_v1_MatchBankLineRequest, _finance_v1_BankLineReply__Input>;
  
  UnmatchBankLine: grpc.handleUnaryCall<_finance_v1_BankLineRequest, _finance_v1_BankLineReply__Input>;
  
  UpdateBankStatement: grpc.handleUnaryCall<_finance_v1_UpdateBankStatementRequest, _finance_v1_BankStatementReply__Input>;
  
}

export interface BankStatementServiceDefinition extends grpc.ServiceDefinition {
  CreateBankStatement: MethodDefinition<_finance_v1_CreateBankStatementRequest__Input, _finance_v1_BankStatementReply__Input, _finance_v1_CreateBankStatementRequest, _finance_v1_BankStatementReply>
  DeleteBankStatement: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetBankStatement: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_BankStatementReply__Input, _common_v1_RecordRequest, _finance_v1_BankStatementReply>
  IgnoreBankLine: MethodDefinition<_finance_v1_BankLineRequest__Input, _finance_v1_BankLineReply__Input, _finance_v1_BankLineRequest, _finance_v1_BankLineReply>
  ImportBankStatements: MethodDefinition<_finance_v1_ImportBankStatementsRequest__Input, _finance_v1_ImportBankStatementsReply__Input, _finance_v1_ImportBankStatementsRequest, _finance_v1_ImportBankStatementsReply>
  ListAllBankLines: MethodDefinition<_finance_v1_ListAllBankLinesRequest__Input, _finance_v1_BankLinePage__Input, _finance_v1_ListAllBankLinesRequest, _finance_v1_BankLinePage>
  ListBankLines: MethodDefinition<_finance_v1_ListBankLinesRequest__Input, _finance_v1_BankLinePage__Input, _finance_v1_ListBankLinesRequest, _finance_v1_BankLinePage>
  ListBankStatements: MethodDefinition<_finance_v1_ListBankStatementsRequest__Input, _finance_v1_BankStatementPage__Input, _finance_v1_ListBankStatementsRequest, _finance_v1_BankStatementPage>
  MatchBankLine: MethodDefinition<_finance_v1_MatchBankLineRequest__Input, _finance_v1_BankLineReply__Input, _finance_v1_MatchBankLineRequest, _finance_v1_BankLineReply>
  UnmatchBankLine: MethodDefinition<_finance_v1_BankLineRequest__Input, _finance_v1_BankLineReply__Input, _finance_v1_BankLineRequest, _finance_v1_BankLineReply>
  UpdateBankStatement: MethodDefinition<_finance_v1_UpdateBankStatementRequest__Input, _finance_v1_BankStatementReply__Input, _finance_v1_UpdateBankStatementRequest, _finance_v1_BankStatementReply>
}
