// Original file: proto/finance/v1/order.proto

import type { SalesOrderLine__Input as _finance_v1_SalesOrderLine__Input, SalesOrderLine as _finance_v1_SalesOrderLine } from '../../finance/v1/SalesOrderLine.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from '../../finance/v1/Tax.ts';

export interface SalesOrderVersion__Input {
  'versionNumber'?: (number);
  'createdAt'?: (string);
  'createdById'?: (string);
  'lineItemCount'?: (number);
  'totalAmount'?: (number | string);
  'clientId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'subtotal'?: (number | string);
  'taxRate'?: (number | string);
  'taxAmount'?: (number | string);
  'notes'?: (string);
  'lineItems'?: (_finance_v1_SalesOrderLine__Input)[];
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number | string);
  'discountDays'?: (number);
  'clientOrderNumber'?: (string);
  'deliveryAddress'?: (string);
  'deliveryWindowStart'?: (string);
  'deliveryWindowEnd'?: (string);
  'incoterm'?: (string);
  'incotermPlace'?: (string);
  'taxExemptionReason'?: (string);
  'taxes'?: (_finance_v1_Tax__Input)[];
  'clientName'?: (string);
  'createdByName'?: (string);
  '_orderDate'?: "orderDate";
  '_requestedDeliveryDate'?: "requestedDeliveryDate";
  '_taxRate'?: "taxRate";
  '_notes'?: "notes";
  '_paymentTermsDays'?: "paymentTermsDays";
  '_discountPercent'?: "discountPercent";
  '_discountDays'?: "discountDays";
  '_clientOrderNumber'?: "clientOrderNumber";
  '_deliveryAddress'?: "deliveryAddress";
  '_deliveryWindowStart'?: "deliveryWindowStart";
  '_deliveryWindowEnd'?: "deliveryWindowEnd";
  '_incoterm'?: "incoterm";
  '_incotermPlace'?: "incotermPlace";
  '_taxExemptionReason'?: "taxExemptionReason";
  '_clientName'?: "clientName";
  '_createdByName'?: "createdByName";
}

export interface SalesOrderVersion {
  'versionNumber': (number);
  'createdAt': (string);
  'createdById': (string);
  'lineItemCount': (number);
  'totalAmount': (number);
  'clientId': (string);
  'currency': (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'subtotal': (number);
  'taxRate'?: (number);
  'taxAmount': (number);
  'notes'?: (string);
  'lineItems': (_finance_v1_SalesOrderLine)[];
  'paymentTermsDays'?: (number);
  'discountPercent'?: (number);
  'discountDays'?: (number);
  'clientOrderNumber'?: (string);
  'deliveryAddress'?: (string);
  'deliveryWindowStart'?: (string);
  'deliveryWindowEnd'?: (string);
  'incoterm'?: (string);
  'incotermPlace'?: (string);
  'taxExemptionReason'?: (string);
  'taxes': (_finance_v1_Tax)[];
  'clientName'?: (string);
  'createdByName'?: (string);
}
