import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetOrderBookRequest__Input as _finance_v1_GetOrderBookRequest__Input, GetOrderBookRequest as _finance_v1_GetOrderBookRequest } from './finance/v1/GetOrderBookRequest.ts';
import type { GetReceivablesRequest__Input as _finance_v1_GetReceivablesRequest__Input, GetReceivablesRequest as _finance_v1_GetReceivablesRequest } from './finance/v1/GetReceivablesRequest.ts';
import type { GetTaxReportRequest__Input as _finance_v1_GetTaxReportRequest__Input, GetTaxReportRequest as _finance_v1_GetTaxReportRequest } from './finance/v1/GetTaxReportRequest.ts';
import type { OrderBook__Input as _finance_v1_OrderBook__Input, OrderBook as _finance_v1_OrderBook } from './finance/v1/OrderBook.ts';
import type { OrderBookRow__Input as _finance_v1_OrderBookRow__Input, OrderBookRow as _finance_v1_OrderBookRow } from './finance/v1/OrderBookRow.ts';
import type { Receivables__Input as _finance_v1_Receivables__Input, Receivables as _finance_v1_Receivables } from './finance/v1/Receivables.ts';
import type { ReceivablesRow__Input as _finance_v1_ReceivablesRow__Input, ReceivablesRow as _finance_v1_ReceivablesRow } from './finance/v1/ReceivablesRow.ts';
import type { ReportServiceClient as _finance_v1_ReportServiceClient, ReportServiceDefinition as _finance_v1_ReportServiceDefinition } from './finance/v1/ReportService.ts';
import type { TaxReport__Input as _finance_v1_TaxReport__Input, TaxReport as _finance_v1_TaxReport } from './finance/v1/TaxReport.ts';
import type { TaxReportRow__Input as _finance_v1_TaxReportRow__Input, TaxReportRow as _finance_v1_TaxReportRow } from './finance/v1/TaxReportRow.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      GetOrderBookRequest: MessageTypeDefinition<_finance_v1_GetOrderBookRequest__Input, _finance_v1_GetOrderBookRequest>
      GetReceivablesRequest: MessageTypeDefinition<_finance_v1_GetReceivablesRequest__Input, _finance_v1_GetReceivablesRequest>
      GetTaxReportRequest: MessageTypeDefinition<_finance_v1_GetTaxReportRequest__Input, _finance_v1_GetTaxReportRequest>
      OrderBook: MessageTypeDefinition<_finance_v1_OrderBook__Input, _finance_v1_OrderBook>
      OrderBookRow: MessageTypeDefinition<_finance_v1_OrderBookRow__Input, _finance_v1_OrderBookRow>
      Receivables: MessageTypeDefinition<_finance_v1_Receivables__Input, _finance_v1_Receivables>
      ReceivablesRow: MessageTypeDefinition<_finance_v1_ReceivablesRow__Input, _finance_v1_ReceivablesRow>
      ReportService: SubtypeConstructor<typeof grpc.Client, _finance_v1_ReportServiceClient> & { service: _finance_v1_ReportServiceDefinition }
      TaxReport: MessageTypeDefinition<_finance_v1_TaxReport__Input, _finance_v1_TaxReport>
      TaxReportRow: MessageTypeDefinition<_finance_v1_TaxReportRow__Input, _finance_v1_TaxReportRow>
    }
  }
}

