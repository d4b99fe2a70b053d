// Original file: proto/finance/v1/bank_account.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BankAccountPage__Input as _finance_v1_BankAccountPage__Input, BankAccountPage as _finance_v1_BankAccountPage } from '../../finance/v1/BankAccountPage.ts';
import type { BankAccountReply__Input as _finance_v1_BankAccountReply__Input, BankAccountReply as _finance_v1_BankAccountReply } from '../../finance/v1/BankAccountReply.ts';
import type { CreateBankAccountRequest__Input as _finance_v1_CreateBankAccountRequest__Input, CreateBankAccountRequest as _finance_v1_CreateBankAccountRequest } from '../../finance/v1/CreateBankAccountRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ListBankAccountsRequest__Input as _finance_v1_ListBankAccountsRequest__Input, ListBankAccountsRequest as _finance_v1_ListBankAccountsRequest } from '../../finance/v1/ListBankAccountsRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateBankAccountRequest__Input as _finance_v1_UpdateBankAccountRequest__Input, UpdateBankAccountRequest as _finance_v1_UpdateBankAccountRequest } from '../../finance/v1/UpdateBankAccountRequest.ts';

export interface BankAccountServiceClient extends grpc.Client {
  ArchiveBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  ArchiveBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  ArchiveBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  ArchiveBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  archiveBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  
  CreateBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  CreateBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  CreateBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  CreateBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  createBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  createBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  createBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  createBankAccount(argument: _finance_v1_CreateBankAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  
  DeleteBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  GetBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  GetBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  GetBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  getBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  getBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  getBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  getBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  
  ListBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  ListBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  ListBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  ListBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  listBankAccounts(argument: _finance_v1_ListBankAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountPage>): grpc.ClientUnaryCall;
  
  RestoreBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  RestoreBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  RestoreBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  RestoreBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  restoreBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  restoreBankAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  restoreBankAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  restoreBankAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  
  UpdateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  UpdateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  UpdateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  UpdateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  updateBankAccount(argument: _finance_v1_UpdateBankAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_BankAccountReply>): grpc.ClientUnaryCall;
  
}

export interface BankAccountServiceHandlers extends grpc.UntypedServiceImplementation {
  ArchiveBankAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_BankAccountReply__Input>;
  
  CreateBankAccount: grpc.handleUnaryCall<_finance_v1_CreateBankAccountRequest, _finance_v1_BankAccountReply__Input>;
  
  DeleteBankAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetBankAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_BankAccountReply__Input>;
  
  ListBankAccounts: grpc.handleUnaryCall<_finance_v1_ListBankAccountsRequest, _finance_v1_BankAccountPage__Input>;
  
  RestoreBankAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_BankAccountReply__Input>;
  
  UpdateBankAccount: grpc.handleUnaryCall<_finance_v1_UpdateBankAccountRequest, _finance_v1_BankAccountReply__Input>;
  
}

export interface BankAccountServiceDefinition extends grpc.ServiceDefinition {
  ArchiveBankAccount: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_BankAccountReply__Input, _common_v1_RecordRequest, _finance_v1_BankAccountReply>
  CreateBankAccount: MethodDefinition<_finance_v1_CreateBankAccountRequest__Input, _finance_v1_BankAccountReply__Input, _finance_v1_CreateBankAccountRequest, _finance_v1_BankAccountReply>
  DeleteBankAccount: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetBankAccount: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_BankAccountReply__Input, _common_v1_RecordRequest, _finance_v1_BankAccountReply>
  ListBankAccounts: MethodDefinition<_finance_v1_ListBankAccountsRequest__Input, _finance_v1_BankAccountPage__Input, _finance_v1_ListBankAccountsRequest, _finance_v1_BankAccountPage>
  RestoreBankAccount: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_BankAccountReply__Input, _common_v1_RecordRequest, _finance_v1_BankAccountReply>
  UpdateBankAccount: MethodDefinition<_finance_v1_UpdateBankAccountRequest__Input, _finance_v1_BankAccountReply__Input, _finance_v1_UpdateBankAccountRequest, _finance_v1_BankAccountReply>
}
