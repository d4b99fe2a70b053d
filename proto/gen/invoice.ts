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
import type { AllocateInvoiceRequest__Input as _finance_v1_AllocateInvoiceRequest__Input, AllocateInvoiceRequest as _finance_v1_AllocateInvoiceRequest } from './finance/v1/AllocateInvoiceRequest.ts';
import type { CreateInvoiceRequest__Input as _finance_v1_CreateInvoiceRequest__Input, CreateInvoiceRequest as _finance_v1_CreateInvoiceRequest } from './finance/v1/CreateInvoiceRequest.ts';
import type { ExactTax__Input as _finance_v1_ExactTax__Input, ExactTax as _finance_v1_ExactTax } from './finance/v1/ExactTax.ts';
import type { Invoice__Input as _finance_v1_Invoice__Input, Invoice as _finance_v1_Invoice } from './finance/v1/Invoice.ts';
import type { InvoiceInput__Input as _finance_v1_InvoiceInput__Input, InvoiceInput as _finance_v1_InvoiceInput } from './finance/v1/InvoiceInput.ts';
import type { InvoiceLine__Input as _finance_v1_InvoiceLine__Input, InvoiceLine as _finance_v1_InvoiceLine } from './finance/v1/InvoiceLine.ts';
import type { InvoiceLineInput__Input as _finance_v1_InvoiceLineInput__Input, InvoiceLineInput as _finance_v1_InvoiceLineInput } from './finance/v1/InvoiceLineInput.ts';
import type { InvoicePage__Input as _finance_v1_InvoicePage__Input, InvoicePage as _finance_v1_InvoicePage } from './finance/v1/InvoicePage.ts';
import type { InvoicePatch__Input as _finance_v1_InvoicePatch__Input, InvoicePatch as _finance_v1_InvoicePatch } from './finance/v1/InvoicePatch.ts';
import type { InvoicePayment__Input as _finance_v1_InvoicePayment__Input, InvoicePayment as _finance_v1_InvoicePayment } from './finance/v1/InvoicePayment.ts';
import type { InvoicePaymentPage__Input as _finance_v1_InvoicePaymentPage__Input, InvoicePaymentPage as _finance_v1_InvoicePaymentPage } from './finance/v1/InvoicePaymentPage.ts';
import type { InvoiceReply__Input as _finance_v1_InvoiceReply__Input, InvoiceReply as _finance_v1_InvoiceReply } from './finance/v1/InvoiceReply.ts';
import type { InvoiceServiceClient as _finance_v1_InvoiceServiceClient, InvoiceServiceDefinition as _finance_v1_InvoiceServiceDefinition } from './finance/v1/InvoiceService.ts';
import type { IssueInvoiceRequest__Input as _finance_v1_IssueInvoiceRequest__Input, IssueInvoiceRequest as _finance_v1_IssueInvoiceRequest } from './finance/v1/IssueInvoiceRequest.ts';
import type { ListInvoicePaymentsRequest__Input as _finance_v1_ListInvoicePaymentsRequest__Input, ListInvoicePaymentsRequest as _finance_v1_ListInvoicePaymentsRequest } from './finance/v1/ListInvoicePaymentsRequest.ts';
import type { ListInvoicesRequest__Input as _finance_v1_ListInvoicesRequest__Input, ListInvoicesRequest as _finance_v1_ListInvoicesRequest } from './finance/v1/ListInvoicesRequest.ts';
import type { PayInvoiceRequest__Input as _finance_v1_PayInvoiceRequest__Input, PayInvoiceRequest as _finance_v1_PayInvoiceRequest } from './finance/v1/PayInvoiceRequest.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from './finance/v1/Pdf.ts';
import type { RemoveInvoicePaymentRequest__Input as _finance_v1_RemoveInvoicePaymentRequest__Input, RemoveInvoicePaymentRequest as _finance_v1_RemoveInvoicePaymentRequest } from './finance/v1/RemoveInvoicePaymentRequest.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from './finance/v1/Tax.ts';
import type { UpdateInvoiceRequest__Input as _finance_v1_UpdateInvoiceRequest__Input, UpdateInvoiceRequest as _finance_v1_UpdateInvoiceRequest } from './finance/v1/UpdateInvoiceRequest.ts';

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
      AllocateInvoiceRequest: MessageTypeDefinition<_finance_v1_AllocateInvoiceRequest__Input, _finance_v1_AllocateInvoiceRequest>
      CreateInvoiceRequest: MessageTypeDefinition<_finance_v1_CreateInvoiceRequest__Input, _finance_v1_CreateInvoiceRequest>
      ExactTax: MessageTypeDefinition<_finance_v1_ExactTax__Input, _finance_v1_ExactTax>
      Invoice: MessageTypeDefinition<_finance_v1_Invoice__Input, _finance_v1_Invoice>
      InvoiceInput: MessageTypeDefinition<_finance_v1_InvoiceInput__Input, _finance_v1_InvoiceInput>
      InvoiceLine: MessageTypeDefinition<_finance_v1_InvoiceLine__Input, _finance_v1_InvoiceLine>
      InvoiceLineInput: MessageTypeDefinition<_finance_v1_InvoiceLineInput__Input, _finance_v1_InvoiceLineInput>
      InvoicePage: MessageTypeDefinition<_finance_v1_InvoicePage__Input, _finance_v1_InvoicePage>
      InvoicePatch: MessageTypeDefinition<_finance_v1_InvoicePatch__Input, _finance_v1_InvoicePatch>
      InvoicePayment: MessageTypeDefinition<_finance_v1_InvoicePayment__Input, _finance_v1_InvoicePayment>
      InvoicePaymentPage: MessageTypeDefinition<_finance_v1_InvoicePaymentPage__Input, _finance_v1_InvoicePaymentPage>
      InvoiceReply: MessageTypeDefinition<_finance_v1_InvoiceReply__Input, _finance_v1_InvoiceReply>
      InvoiceService: SubtypeConstructor<typeof grpc.Client, _finance_v1_InvoiceServiceClient> & { service: _finance_v1_InvoiceServiceDefinition }
      IssueInvoiceRequest: MessageTypeDefinition<_finance_v1_IssueInvoiceRequest__Input, _finance_v1_IssueInvoiceRequest>
      ListInvoicePaymentsRequest: MessageTypeDefinition<_finance_v1_ListInvoicePaymentsRequest__Input, _finance_v1_ListInvoicePaymentsRequest>
      ListInvoicesRequest: MessageTypeDefinition<_finance_v1_ListInvoicesRequest__Input, _finance_v1_ListInvoicesRequest>
      PayInvoiceRequest: MessageTypeDefinition<_finance_v1_PayInvoiceRequest__Input, _finance_v1_PayInvoiceRequest>
      Pdf: MessageTypeDefinition<_finance_v1_Pdf__Input, _finance_v1_Pdf>
      RemoveInvoicePaymentRequest: MessageTypeDefinition<_finance_v1_RemoveInvoicePaymentRequest__Input, _finance_v1_RemoveInvoicePaymentRequest>
      Tax: MessageTypeDefinition<_finance_v1_Tax__Input, _finance_v1_Tax>
      UpdateInvoiceRequest: MessageTypeDefinition<_finance_v1_UpdateInvoiceRequest__Input, _finance_v1_UpdateInvoiceRequest>
    }
  }
}

