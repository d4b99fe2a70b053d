// Original file: proto/finance/v1/order.proto

import type { SalesOrderLineInput__Input as _finance_v1_SalesOrderLineInput__Input, SalesOrderLineInput as _finance_v1_SalesOrderLineInput } from '../../finance/v1/SalesOrderLineInput.ts';

export interface SalesOrderPatch__Input {
  'clientId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'taxRate'?: (number | string);
  'notes'?: (string);
  'lineItems'?: (_finance_v1_SalesOrderLineInput__Input)[];
  '_clientId'?: "clientId";
  '_currency'?: "currency";
  '_orderDate'?: "orderDate";
  '_requestedDeliveryDate'?: "requestedDeliveryDate";
  '_taxRate'?: "taxRate";
  '_notes'?: "notes";
}

export interface SalesOrderPatch {
  'clientId'?: (string);
  'currency'?: (string);
  'orderDate'?: (string);
  'requestedDeliveryDate'?: (string);
  'taxRate'?: (number);
  'notes'?: (string);
  'lineItems': (_finance_v1_SalesOrderLineInput)[];
}
