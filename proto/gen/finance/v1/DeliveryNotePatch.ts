// Original file: proto/finance/v1/delivery_note.proto

import type { DeliveryNoteLineInput__Input as _finance_v1_DeliveryNoteLineInput__Input, DeliveryNoteLineInput as _finance_v1_DeliveryNoteLineInput } from '../../finance/v1/DeliveryNoteLineInput.ts';

export interface DeliveryNotePatch__Input {
  'shippingDate'?: (string);
  'actualShipDate'?: (string);
  'carrier'?: (string);
  'trackingNumber'?: (string);
  'destinationAddress'?: (string);
  'notes'?: (string);
  'lineItems'?: (_finance_v1_DeliveryNoteLineInput__Input)[];
  'internalNotes'?: (string);
  '_shippingDate'?: "shippingDate";
  '_actualShipDate'?: "actualShipDate";
  '_carrier'?: "carrier";
  '_trackingNumber'?: "trackingNumber";
  '_destinationAddress'?: "destinationAddress";
  '_notes'?: "notes";
  '_internalNotes'?: "internalNotes";
}

export interface DeliveryNotePatch {
  'shippingDate'?: (string);
  'actualShipDate'?: (string);
  'carrier'?: (string);
  'trackingNumber'?: (string);
  'destinationAddress'?: (string);
  'notes'?: (string);
  'lineItems': (_finance_v1_DeliveryNoteLineInput)[];
  'internalNotes'?: (string);
}
