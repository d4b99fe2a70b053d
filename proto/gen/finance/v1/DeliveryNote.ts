// Original file: proto/finance/v1/delivery_note.proto

import type { DeliveryNoteLine__Input as _finance_v1_DeliveryNoteLine__Input, DeliveryNoteLine as _finance_v1_DeliveryNoteLine } from '../../finance/v1/DeliveryNoteLine.ts';

export interface DeliveryNote__Input {
  'id'?: (string);
  'documentId'?: (string);
  'salesOrderId'?: (string);
  'clientId'?: (string);
  'clientName'?: (string);
  'dropNumber'?: (number);
  'shippingDate'?: (string);
  'actualShipDate'?: (string);
  'carrier'?: (string);
  'trackingNumber'?: (string);
  'destinationAddress'?: (string);
  'status'?: (string);
  'notes'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'lineItems'?: (_finance_v1_DeliveryNoteLine__Input)[];
  'internalNotes'?: (string);
  'orderNumber'?: (string);
  '_clientName'?: "clientName";
  '_shippingDate'?: "shippingDate";
  '_actualShipDate'?: "actualShipDate";
  '_carrier'?: "carrier";
  '_trackingNumber'?: "trackingNumber";
  '_destinationAddress'?: "destinationAddress";
  '_notes'?: "notes";
  '_internalNotes'?: "internalNotes";
  '_orderNumber'?: "orderNumber";
}

export interface DeliveryNote {
  'id': (string);
  'documentId': (string);
  'salesOrderId': (string);
  'clientId': (string);
  'clientName'?: (string);
  'dropNumber': (number);
  'shippingDate'?: (string);
  'actualShipDate'?: (string);
  'carrier'?: (string);
  'trackingNumber'?: (string);
  'destinationAddress'?: (string);
  'status': (string);
  'notes'?: (string);
  'createdAt': (string);
  'updatedAt': (string);
  'lineItems': (_finance_v1_DeliveryNoteLine)[];
  'internalNotes'?: (string);
  'orderNumber'?: (string);
}
