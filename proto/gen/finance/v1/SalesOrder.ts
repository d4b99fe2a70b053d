// Original file: proto/finance/v1/order.proto

import type { SalesOrderVersionOutline__Input as _finance_v1_SalesOrderVersionOutline__Input, SalesOrderVersionOutline as _finance_v1_SalesOrderVersionOutline } from '../../finance/v1/SalesOrderVersionOutline.ts';
import type { SalesOrderLine__Input as _finance_v1_SalesOrderLine__Input, SalesOrderLine as _finance_v1_SalesOrderLine } from '../../finance/v1/SalesOrderLine.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from '../../finance/v1/Tax.ts';

export interface SalesOrder__Input {
  'id'?: (string);
  'documentId'?: (string);
  'clientId'?: (string);
  'clientName'?: (string);
  'status'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'currentVersion'?: (number);
  'versions'?: (_finance_v1_SalesOrderVersionOutline__Input)[];
  'subtotal'?: (number | string);
  'taxRate'?: (number | string);
  'taxAmount'?: (number | string);
  'totalAmount'?: (number | string);
  'notes'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'lineItems'?: (_finance_v1_SalesOrderLine__Input)[];
  'internalNotes'?: (string);
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
  '_clientName'?: "clientName";
  '_orderDate'?: "orderDate";
  '_requestedDeliveryDate'?: "requestedDeliveryDate";
  '_taxRate'?: "taxRate";
  '_notes'?: "notes";
  '_internalNotes'?: "internalNotes";
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
}

export interface SalesOrder {
  'id': (string);
  'documentId': (string);
  'clientId': (string);
  'clientName'?: (string);
  'status': (string);
  'currency': (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'currentVersion': (number);
  'versions': (_finance_v1_SalesOrderVersionOutline)[];
  'subtotal': (number);
  'taxRate'?: (number);
  'taxAmount': (number);
  'totalAmount': (number);
  'notes'?: (string);
  'createdAt': (string);
  'updatedAt': (string);
  'lineItems': (_finance_v1_SalesOrderLine)[];
  'internalNotes'?: (string);
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
}
