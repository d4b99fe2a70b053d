// Original file: proto/finance/v1/management_account.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChartOfAccounts__Input as _finance_v1_ChartOfAccounts__Input, ChartOfAccounts as _finance_v1_ChartOfAccounts } from '../../finance/v1/ChartOfAccounts.ts';
import type { CreateManagementAccountRequest__Input as _finance_v1_CreateManagementAccountRequest__Input, CreateManagementAccountRequest as _finance_v1_CreateManagementAccountRequest } from '../../finance/v1/CreateManagementAccountRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { GetChartOfAccountsRequest__Input as _finance_v1_GetChartOfAccountsRequest__Input, GetChartOfAccountsRequest as _finance_v1_GetChartOfAccountsRequest } from '../../finance/v1/GetChartOfAccountsRequest.ts';
import type { ImportManagementAccountsReply__Input as _finance_v1_ImportManagementAccountsReply__Input, ImportManagementAccountsReply as _finance_v1_ImportManagementAccountsReply } from '../../finance/v1/ImportManagementAccountsReply.ts';
import type { ImportManagementAccountsRequest__Input as _finance_v1_ImportManagementAccountsRequest__Input, ImportManagementAccountsRequest as _finance_v1_ImportManagementAccountsRequest } from '../../finance/v1/ImportManagementAccountsRequest.ts';
import type { ListManagementAccountsRequest__Input as _finance_v1_ListManagementAccountsRequest__Input, ListManagementAccountsRequest as _finance_v1_ListManagementAccountsRequest } from '../../finance/v1/ListManagementAccountsRequest.ts';
import type { ManagementAccountPage__Input as _finance_v1_ManagementAccountPage__Input, ManagementAccountPage as _finance_v1_ManagementAccountPage } from '../../finance/v1/ManagementAccountPage.ts';
import type { ManagementAccountReply__Input as _finance_v1_ManagementAccountReply__Input, ManagementAccountReply as _finance_v1_ManagementAccountReply } from '../../finance/v1/ManagementAccountReply.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateManagementAccountRequest__Input as _finance_v1_UpdateManagementAccountRequest__Input, UpdateManagementAccountRequest as _finance_v1_UpdateManagementAccountRequest } from '../../finance/v1/UpdateManagementAccountRequest.ts';

export interface ManagementAccountServiceClient extends grpc.Client {
  ActivateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  ActivateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  ActivateManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  ActivateManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  activateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  activateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  activateManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  activateManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  
  CreateManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  CreateManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  CreateManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  CreateManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  createManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  createManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  createManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  createManagementAccount(argument: _finance_v1_CreateManagementAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  
  DeactivateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  DeactivateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  DeactivateManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  DeactivateManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  deactivateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  deactivateManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  deactivateManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  deactivateManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  
  DeleteManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  GetChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  GetChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  GetChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  getChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  getChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  getChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  getChartOfAccounts(argument: _finance_v1_GetChartOfAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_ChartOfAccounts>): grpc.ClientUnaryCall;
  
  GetManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  GetManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  GetManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  GetManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  getManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  getManagementAccount(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  getManagementAccount(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  getManagementAccount(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  
  ImportManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  ImportManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  ImportManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  ImportManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  importManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  importManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  importManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  importManagementAccounts(argument: _finance_v1_ImportManagementAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_ImportManagementAccountsReply>): grpc.ClientUnaryCall;
  
  ListManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  ListManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  ListManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  ListManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  listManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  listManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  listManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  listManagementAccounts(argument: _finance_v1_ListManagementAccountsRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountPage>): grpc.ClientUnaryCall;
  
  UpdateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  UpdateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  UpdateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  UpdateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  updateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  updateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  updateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  updateManagementAccount(argument: _finance_v1_UpdateManagementAccountRequest__Input, callback: grpc.requestCallback<_finance_v1_ManagementAccountReply>): grpc.ClientUnaryCall;
  
}

export interface ManagementAccountServiceHandlers extends grpc.UntypedServiceImplementation {
  ActivateManagementAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_ManagementAccountReply__Input>;
  
  CreateManagementAccount: grpc.handleUnaryCall<_finance_v1_CreateManagementAccountRequest, _finance_v1_ManagementAccountReply__Input>;
  
  DeactivateManagementAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_ManagementAccountReply__Input>;
  
  DeleteManagementAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetChartOfAccounts: grpc.handleUnaryCall<_finance_v1_GetChartOfAccountsRequest, _finance_v1_ChartOfAccounts__Input>;
  
  GetManagementAccount: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_ManagementAccountReply__Input>;
  
  ImportManagementAccounts: grpc.handleUnaryCall<_finance_v1_ImportManagementAccountsRequest, _finance_v1_ImportManagementAccountsReply__Input>;
  
  ListManagementAccounts: grpc.handleUnaryCall<_finance_v1_ListManagementAccountsRequest, _finance_v1_ManagementAccountPage__Input>;
  
  UpdateManagementAccount: grpc.handleUnaryCall<_finance_v1_UpdateManagementAccountRequest, _finance_v1_ManagementAccountReply__Input>;
  
}

export interface ManagementAccountServiceDefinition extends grpc.ServiceDefinition {
  ActivateManagementAccount: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_ManagementAccountReply__Input, _common_v1_RecordRequest, _finance_v1_ManagementAccountReply>
  CreateManagementAccount: MethodDefinition<_finance_v1_CreateManagementAccountRequest__Input, _finance_v1_ManagementAccountReply__Input, _finance_v1_CreateManagementAccountRequest, _finance_v1_ManagementAccountReply>
  DeactivateManagementAccount: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_ManagementAccountReply__Input, _common_v1_RecordRequest, _finance_v1_ManagementAccountReply>
  DeleteManagementAccount: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetChartOfAccounts: MethodDefinition<_finance_v1_GetChartOfAccountsRequest__Input, _finance_v1_ChartOfAccounts__Input, _finance_v1_GetChartOfAccountsRequest, _finance_v1_ChartOfAccounts>
  GetManagementAccount: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_ManagementAccountReply__Input, _common_v1_RecordRequest, _finance_v1_ManagementAccountReply>
  ImportManagementAccounts: MethodDefinition<_finance_v1_ImportManagementAccountsRequest__Input, _finance_v1_ImportManagementAccountsReply__Input, _finance_v1_ImportManagementAccountsRequest, _finance_v1_ImportManagementAccountsReply>
  ListManagementAccounts: MethodDefinition<_finance_v1_ListManagementAccountsRequest__Input, _finance_v1_ManagementAccountPage__Input, _finance_v1_ListManagementAccountsRequest, _finance_v1_ManagementAccountPage>
  UpdateManagementAccount: MethodDefinition<_finance_v1_UpdateManagementAccountRequest__Input, _finance_v1_ManagementAccountReply__Input, _finance_v1_UpdateManagementAccountRequest, _finance_v1_ManagementAccountReply>
}
