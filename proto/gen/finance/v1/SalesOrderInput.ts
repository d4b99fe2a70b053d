// Original file: proto/finance/v1/order.proto

import type { SalesOrderLineInput__Input as _finance_v1_SalesOrderLineInput__Input, SalesOrderLineInput as _finance_v1_SalesOrderLineInput } from '../../finance/v1/SalesOrderLineInput.ts';

export interface SalesOrderInput__Input {
  'clientId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'taxRate'?: (number | string);
  'notes'?: (string);
  'lineItems'?: (_finance_v1_SalesOrderLineInput__Input)[];
  'status'?: (string);
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
  '_clientId'?: "clientId";
  '_currency'?: "currency";
  '_orderDate'?: "orderDate";
  '_requestedDeliveryDate'?: "requestedDeliveryDate";
  '_taxRate'?: "taxRate";
  '_notes'?: "notes";
  '_status'?: "status";
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

export interface SalesOrderInput {
  'clientId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'taxRate'?: (number);
  'notes'?: (string);
  'lineItems': (_finance_v1_SalesOrderLineInput)[];
  'status'?: (string);
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
}
