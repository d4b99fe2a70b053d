// Original file: proto/finance/v1/invoice.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AllocateInvoiceRequest__Input as _finance_v1_AllocateInvoiceRequest__Input, AllocateInvoiceRequest as _finance_v1_AllocateInvoiceRequest } from '../../finance/v1/AllocateInvoiceRequest.ts';
import type { CreateInvoiceRequest__Input as _finance_v1_CreateInvoiceRequest__Input, CreateInvoiceRequest as _finance_v1_CreateInvoiceRequest } from '../../finance/v1/CreateInvoiceRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { InvoicePage__Input as _finance_v1_InvoicePage__Input, InvoicePage as _finance_v1_InvoicePage } from '../../finance/v1/InvoicePage.ts';
import type { InvoicePaymentPage__Input as _finance_v1_InvoicePaymentPage__Input, InvoicePaymentPage as _finance_v1_InvoicePaymentPage } from '../../finance/v1/InvoicePaymentPage.ts';
import type { InvoiceReply__Input as _finance_v1_InvoiceReply__Input, InvoiceReply as _finance_v1_InvoiceReply } from '../../finance/v1/InvoiceReply.ts';
import type { IssueInvoiceRequest__Input as _finance_v1_IssueInvoiceRequest__Input, IssueInvoiceRequest as _finance_v1_IssueInvoiceRequest } from '../../finance/v1/IssueInvoiceRequest.ts';
import type { ListInvoicePaymentsRequest__Input as _finance_v1_ListInvoicePaymentsRequest__Input, ListInvoicePaymentsRequest as _finance_v1_ListInvoicePaymentsRequest } from '../../finance/v1/ListInvoicePaymentsRequest.ts';
import type { ListInvoicesRequest__Input as _finance_v1_ListInvoicesRequest__Input, ListInvoicesRequest as _finance_v1_ListInvoicesRequest } from '../../finance/v1/ListInvoicesRequest.ts';
import type { PayInvoiceRequest__Input as _finance_v1_PayInvoiceRequest__Input, PayInvoiceRequest as _finance_v1_PayInvoiceRequest } from '../../finance/v1/PayInvoiceRequest.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from '../../finance/v1/Pdf.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { RemoveInvoicePaymentRequest__Input as _finance_v1_RemoveInvoicePaymentRequest__Input, RemoveInvoicePaymentRequest as _finance_v1_RemoveInvoicePaymentRequest } from '../../finance/v1/RemoveInvoicePaymentRequest.ts';
import type { UpdateInvoiceRequest__Input as _finance_v1_UpdateInvoiceRequest__Input, UpdateInvoiceRequest as _finance_v1_UpdateInvoiceRequest } from '../../finance/v1/UpdateInvoiceRequest.ts';

export interface InvoiceServiceClient extends grpc.Client {
  AllocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  AllocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  AllocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  AllocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  allocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  allocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  allocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  allocateInvoice(argument: _finance_v1_AllocateInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
  CancelInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  CancelInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  CancelInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  CancelInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  cancelInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  cancelInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  cancelInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  cancelInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
  CreateInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  CreateInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  CreateInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  CreateInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  createInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  createInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  createInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  createInvoice(argument: _finance_v1_CreateInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
  DeleteInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  DrawInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  
  GetInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  GetInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  GetInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  GetInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  getInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  getInvoice(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  getInvoice(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  getInvoice(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
  IssueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  IssueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  IssueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  IssueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  issueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  issueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  issueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  issueInvoice(argument: _finance_v1_IssueInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
  ListInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  ListInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  ListInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  ListInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  listInvoicePayments(argument: _finance_v1_ListInvoicePaymentsRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoicePaymentPage>): grpc.ClientUnaryCall;
  
  ListInvoices(argument: _finance_v1_ListInvoicesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  ListInvoices(argument: _finance_v1_ListInvoicesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  ListInvoices(argument: _finance_v1_ListInvoicesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  ListInvoices(argument: _finance_v1_ListInvoicesRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  listInvoices(argument: _finance_v1_ListInvoicesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  listInvoices(argument: _finance_v1_ListInvoicesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  listInvoices(argument: _finance_v1_ListInvoicesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  listInvoices(argument: _finance_v1_ListInvoicesRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoicePage>): grpc.ClientUnaryCall;
  
  PayInvoice(argument: _finance_v1_PayInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  PayInvoice(argument: _finance_v1_PayInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  PayInvoice(argument: _finance_v1_PayInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  PayInvoice(argument: _finance_v1_PayInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  payInvoice(argument: _finance_v1_PayInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  payInvoice(argument: _finance_v1_PayInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  payInvoice(argument: _finance_v1_PayInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  payInvoice(argument: _finance_v1_PayInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
  RemoveInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  RemoveInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  RemoveInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  RemoveInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  removeInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  removeInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  removeInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  removeInvoicePayment(argument: _finance_v1_RemoveInvoicePaymentRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  UpdateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  UpdateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  UpdateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  UpdateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  updateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  updateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  updateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  updateInvoice(argument: _finance_v1_UpdateInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_InvoiceReply>): grpc.ClientUnaryCall;
  
}

export interface InvoiceServiceHandlers extends grpc.UntypedServiceImplementation {
  AllocateInvoice: grpc.handleUnaryCall<_finance_v1_AllocateInvoiceRequest, _finance_v1_InvoiceReply__Input>;
  
  CancelInvoice: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_InvoiceReply__Input>;
  
  CreateInvoice: grpc.handleUnaryCall<_finance_v1_CreateInvoiceRequest, _finance_v1_InvoiceReply__Input>;
  
  DeleteInvoice: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  DrawInvoice: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_Pdf__Input>;
  
  GetInvoice: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_InvoiceReply__Input>;
  
  IssueInvoice: grpc.handleUnaryCall<_finance_v1_IssueInvoiceRequest, _finance_v1_InvoiceReply__Input>;
  
  ListInvoicePayments: grpc.handleUnaryCall<_finance_v1_ListInvoicePaymentsRequest, _finance_v1_InvoicePaymentPage__Input>;
  
  ListInvoices: grpc.handleUnaryCall<_finance_v1_ListInvoicesRequest, _finance_v1_InvoicePage__Input>;
  
  PayInvoice: grpc.handleUnaryCall<_finance_v1_PayInvoiceRequest, _finance_v1_InvoiceReply__Input>;
  
  RemoveInvoicePayment: grpc.handleUnaryCall<_finance_v1_RemoveInvoicePaymentRequest, _common_v1_Deleted__Input>;
  
  UpdateInvoice: grpc.handleUnaryCall<_finance_v1_UpdateInvoiceRequest, _finance_v1_InvoiceReply__Input>;
  
}

export interface InvoiceServiceDefinition extends grpc.ServiceDefinition {
  AllocateInvoice: MethodDefinition<_finance_v1_AllocateInvoiceRequest__Input, _finance_v1_InvoiceReply__Input, _finance_v1_AllocateInvoiceRequest, _finance_v1_InvoiceReply>
  CancelInvoice: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_InvoiceReply__Input, _common_v1_RecordRequest, _finance_v1_InvoiceReply>
  CreateInvoice: MethodDefinition<_finance_v1_CreateInvoiceRequest__Input, _finance_v1_InvoiceReply__Input, _finance_v1_CreateInvoiceRequest, _finance_v1_InvoiceReply>
  DeleteInvoice: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  DrawInvoice: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_Pdf__Input, _common_v1_RecordRequest, _finance_v1_Pdf>
  GetInvoice: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_InvoiceReply__Input, _common_v1_RecordRequest, _finance_v1_InvoiceReply>
  IssueInvoice: MethodDefinition<_finance_v1_IssueInvoiceRequest__Input, _finance_v1_InvoiceReply__Input, _finance_v1_IssueInvoiceRequest, _finance_v1_InvoiceReply>
  ListInvoicePayments: MethodDefinition<_finance_v1_ListInvoicePaymentsRequest__Input, _finance_v1_InvoicePaymentPage__Input, _finance_v1_ListInvoicePaymentsRequest, _finance_v1_InvoicePaymentPage>
  ListInvoices: MethodDefinition<_finance_v1_ListInvoicesRequest__Input, _finance_v1_InvoicePage__Input, _finance_v1_ListInvoicesRequest, _finance_v1_InvoicePage>
  PayInvoice: MethodDefinition<_finance_v1_PayInvoiceRequest__Input, _finance_v1_InvoiceReply__Input, _finance_v1_PayInvoiceRequest, _finance_v1_InvoiceReply>
  RemoveInvoicePayment: MethodDefinition<_finance_v1_RemoveInvoicePaymentRequest__Input, _common_v1_Deleted__Input, _finance_v1_RemoveInvoicePaymentRequest, _common_v1_Deleted>
  UpdateInvoice: MethodDefinition<_finance_v1_UpdateInvoiceRequest__Input, _finance_v1_InvoiceReply__Input, _finance_v1_UpdateInvoiceRequest, _finance_v1_InvoiceReply>
}
