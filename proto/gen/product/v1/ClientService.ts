// Original file: proto/product/v1/product.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClientPage__Input as _product_v1_ClientPage__Input, ClientPage as _product_v1_ClientPage } from '../../product/v1/ClientPage.ts';
import type { ClientReply__Input as _product_v1_ClientReply__Input, ClientReply as _product_v1_ClientReply } from '../../product/v1/ClientReply.ts';
import type { CreateClientRequest__Input as _product_v1_CreateClientRequest__Input, CreateClientRequest as _product_v1_CreateClientRequest } from '../../product/v1/CreateClientRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { ImportClientsReply__Input as _product_v1_ImportClientsReply__Input, ImportClientsReply as _product_v1_ImportClientsReply } from '../../product/v1/ImportClientsReply.ts';
import type { ImportClientsRequest__Input as _product_v1_ImportClientsRequest__Input, ImportClientsRequest as _product_v1_ImportClientsRequest } from '../../product/v1/ImportClientsRequest.ts';
import type { ListClientsRequest__Input as _product_v1_ListClientsRequest__Input, ListClientsRequest as _product_v1_ListClientsRequest } from '../../product/v1/ListClientsRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { UpdateClientRequest__Input as _product_v1_UpdateClientRequest__Input, UpdateClientRequest as _product_v1_UpdateClientRequest } from '../../product/v1/UpdateClientRequest.ts';

export interface ClientServiceClient extends grpc.Client {
  ArchiveClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  ArchiveClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  ArchiveClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  ArchiveClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  archiveClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  archiveClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  archiveClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  archiveClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  
  CreateClient(argument: _product_v1_CreateClientRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  CreateClient(argument: _product_v1_CreateClientRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  CreateClient(argument: _product_v1_CreateClientRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  CreateClient(argument: _product_v1_CreateClientRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  createClient(argument: _product_v1_CreateClientRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  createClient(argument: _product_v1_CreateClientRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  createClient(argument: _product_v1_CreateClientRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  createClient(argument: _product_v1_CreateClientRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  
  DeleteClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  GetClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  GetClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  GetClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  getClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  getClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  getClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  getClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  
  ImportClients(argument: _product_v1_ImportClientsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  ImportClients(argument: _product_v1_ImportClientsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  ImportClients(argument: _product_v1_ImportClientsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  ImportClients(argument: _product_v1_ImportClientsRequest__Input, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  importClients(argument: _product_v1_ImportClientsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  importClients(argument: _product_v1_ImportClientsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  importClients(argument: _product_v1_ImportClientsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  importClients(argument: _product_v1_ImportClientsRequest__Input, callback: grpc.requestCallback<_product_v1_ImportClientsReply>): grpc.ClientUnaryCall;
  
  ListClients(argument: _product_v1_ListClientsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  ListClients(argument: _product_v1_ListClientsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  ListClients(argument: _product_v1_ListClientsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  ListClients(argument: _product_v1_ListClientsRequest__Input, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  listClients(argument: _product_v1_ListClientsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  listClients(argument: _product_v1_ListClientsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  listClients(argument: _product_v1_ListClientsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  listClients(argument: _product_v1_ListClientsRequest__Input, callback: grpc.requestCallback<_product_v1_ClientPage>): grpc.ClientUnaryCall;
  
  RestoreClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  RestoreClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  RestoreClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  RestoreClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  restoreClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  restoreClient(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  restoreClient(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  restoreClient(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  
  UpdateClient(argument: _product_v1_UpdateClientRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  UpdateClient(argument: _product_v1_UpdateClientRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  UpdateClient(argument: _product_v1_UpdateClientRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  UpdateClient(argument: _product_v1_UpdateClientRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  updateClient(argument: _product_v1_UpdateClientRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  updateClient(argument: _product_v1_UpdateClientRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  updateClient(argument: _product_v1_UpdateClientRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  updateClient(argument: _product_v1_UpdateClientRequest__Input, callback: grpc.requestCallback<_product_v1_ClientReply>): grpc.ClientUnaryCall;
  
}

export interface ClientServiceHandlers extends grpc.UntypedServiceImplementation {
  ArchiveClient: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_ClientReply__Input>;
  
  CreateClient: grpc.handleUnaryCall<_product_v1_CreateClientRequest, _product_v1_ClientReply__Input>;
  
  DeleteClient: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetClient: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_ClientReply__Input>;
  
  ImportClients: grpc.handleUnaryCall<_product_v1_ImportClientsRequest, _product_v1_ImportClientsReply__Input>;
  
  ListClients: grpc.handleUnaryCall<_product_v1_ListClientsRequest, _product_v1_ClientPage__Input>;
  
  RestoreClient: grpc.handleUnaryCall<_common_v1_RecordRequest, _product_v1_ClientReply__Input>;
  
  UpdateClient: grpc.handleUnaryCall<_product_v1_UpdateClientRequest, _product_v1_ClientReply__Input>;
  
}

export interface ClientServiceDefinition extends grpc.ServiceDefinition {
  ArchiveClient: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_ClientReply__Input, _common_v1_RecordRequest, _product_v1_ClientReply>
  CreateClient: MethodDefinition<_product_v1_CreateClientRequest__Input, _product_v1_ClientReply__Input, _product_v1_CreateClientRequest, _product_v1_ClientReply>
  DeleteClient: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetClient: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_ClientReply__Input, _common_v1_RecordRequest, _product_v1_ClientReply>
  ImportClients: MethodDefinition<_product_v1_ImportClientsRequest__Input, _product_v1_ImportClientsReply__Input, _product_v1_ImportClientsRequest, _product_v1_ImportClientsReply>
  ListClients: MethodDefinition<_product_v1_ListClientsRequest__Input, _product_v1_ClientPage__Input, _product_v1_ListClientsRequest, _product_v1_ClientPage>
  RestoreClient: MethodDefinition<_common_v1_RecordRequest__Input, _product_v1_ClientReply__Input, _common_v1_RecordRequest, _product_v1_ClientReply>
  UpdateClient: MethodDefinition<_product_v1_UpdateClientRequest__Input, _product_v1_ClientReply__Input, _product_v1_UpdateClientRequest, _product_v1_ClientReply>
}
