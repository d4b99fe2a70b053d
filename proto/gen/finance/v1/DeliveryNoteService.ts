// Original file: proto/finance/v1/delivery_note.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateDeliveryNoteRequest__Input as _finance_v1_CreateDeliveryNoteRequest__Input, CreateDeliveryNoteRequest as _finance_v1_CreateDeliveryNoteRequest } from '../../finance/v1/CreateDeliveryNoteRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { DeliveryNotePage__Input as _finance_v1_DeliveryNotePage__Input, DeliveryNotePage as _finance_v1_DeliveryNotePage } from '../../finance/v1/DeliveryNotePage.ts';
import type { DeliveryNoteReply__Input as _finance_v1_DeliveryNoteReply__Input, DeliveryNoteReply as _finance_v1_DeliveryNoteReply } from '../../finance/v1/DeliveryNoteReply.ts';
import type { ListDeliveryNotesRequest__Input as _finance_v1_ListDeliveryNotesRequest__Input, ListDeliveryNotesRequest as _finance_v1_ListDeliveryNotesRequest } from '../../finance/v1/ListDeliveryNotesRequest.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from '../../finance/v1/Pdf.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { ShipDeliveryNoteRequest__Input as _finance_v1_ShipDeliveryNoteRequest__Input, ShipDeliveryNoteRequest as _finance_v1_ShipDeliveryNoteRequest } from '../../finance/v1/ShipDeliveryNoteRequest.ts';
import type { UpdateDeliveryNoteRequest__Input as _finance_v1_UpdateDeliveryNoteRequest__Input, UpdateDeliveryNoteRequest as _finance_v1_UpdateDeliveryNoteRequest } from '../../finance/v1/UpdateDeliveryNoteRequest.ts';

export interface DeliveryNoteServiceClient extends grpc.Client {
  CancelDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  CancelDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  CancelDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  CancelDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  cancelDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  cancelDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  cancelDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  cancelDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
  CreateDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  CreateDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  CreateDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  CreateDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  createDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  createDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  createDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  createDeliveryNote(argument: _finance_v1_CreateDeliveryNoteRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
  DeleteDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  DeliverDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  DeliverDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  DeliverDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  DeliverDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  deliverDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  deliverDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  deliverDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  deliverDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
  DrawDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  
  GetDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  GetDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  GetDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  GetDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  getDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  getDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  getDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  getDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
  ListDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  ListDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  ListDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  ListDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  listDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  listDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  listDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  listDeliveryNotes(argument: _finance_v1_ListDeliveryNotesRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNotePage>): grpc.ClientUnaryCall;
  
  ReadyDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  ReadyDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  ReadyDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  ReadyDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  readyDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  readyDeliveryNote(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  readyDeliveryNote(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  readyDeliveryNote(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
  ShipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  ShipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  ShipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  ShipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  shipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  shipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  shipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  shipDeliveryNote(argument: _finance_v1_ShipDeliveryNoteRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
  UpdateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  UpdateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  UpdateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  UpdateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  updateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  updateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  updateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  updateDeliveryNote(argument: _finance_v1_UpdateDeliveryNoteRequest__Input, callback: grpc.requestCallback<_finance_v1_DeliveryNoteReply>): grpc.ClientUnaryCall;
  
}

export interface DeliveryNoteServiceHandlers extends grpc.UntypedServiceImplementation {
  CancelDeliveryNote: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_DeliveryNoteReply__Input>;
  
  CreateDeliveryNote: grpc.handleUnaryCall<_finance_v1_CreateDeliveryNoteRequest, _finance_v1_DeliveryNoteReply__Input>;
  
  DeleteDeliveryNote: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  DeliverDeliveryNote: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_DeliveryNoteReply__Input>;
  
  DrawDeliveryNote: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_Pdf__Input>;
  
  GetDeliveryNote: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_DeliveryNoteReply__Input>;
  
  ListDeliveryNotes: grpc.handleUnaryCall<_finance_v1_ListDeliveryNotesRequest, _finance_v1_DeliveryNotePage__Input>;
  
  ReadyDeliveryNote: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_DeliveryNoteReply__Input>;
  
  ShipDeliveryNote: grpc.handleUnaryCall<_finance_v1_ShipDeliveryNoteRequest, _finance_v1_DeliveryNoteReply__Input>;
  
  UpdateDeliveryNote: grpc.handleUnaryCall<_finance_v1_UpdateDeliveryNoteRequest, _finance_v1_DeliveryNoteReply__Input>;
  
}

export interface DeliveryNoteServiceDefinition extends grpc.ServiceDefinition {
  CancelDeliveryNote: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_DeliveryNoteReply__Input, _common_v1_RecordRequest, _finance_v1_DeliveryNoteReply>
  CreateDeliveryNote: MethodDefinition<_finance_v1_CreateDeliveryNoteRequest__Input, _finance_v1_DeliveryNoteReply__Input, _finance_v1_CreateDeliveryNoteRequest, _finance_v1_DeliveryNoteReply>
  DeleteDeliveryNote: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  DeliverDeliveryNote: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_DeliveryNoteReply__Input, _common_v1_RecordRequest, _finance_v1_DeliveryNoteReply>
  DrawDeliveryNote: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_Pdf__Input, _common_v1_RecordRequest, _finance_v1_Pdf>
  GetDeliveryNote: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_DeliveryNoteReply__Input, _common_v1_RecordRequest, _finance_v1_DeliveryNoteReply>
  ListDeliveryNotes: MethodDefinition<_finance_v1_ListDeliveryNotesRequest__Input, _finance_v1_DeliveryNotePage__Input, _finance_v1_ListDeliveryNotesRequest, _finance_v1_DeliveryNotePage>
  ReadyDeliveryNote: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_DeliveryNoteReply__Input, _common_v1_RecordRequest, _finance_v1_DeliveryNoteReply>
  ShipDeliveryNote: MethodDefinition<_finance_v1_ShipDeliveryNoteRequest__Input, _finance_v1_DeliveryNoteReply__Input, _finance_v1_ShipDeliveryNoteRequest, _finance_v1_DeliveryNoteReply>
  UpdateDeliveryNote: MethodDefinition<_finance_v1_UpdateDeliveryNoteRequest__Input, _finance_v1_DeliveryNoteReply__Input, _finance_v1_UpdateDeliveryNoteRequest, _finance_v1_DeliveryNoteReply>
}
