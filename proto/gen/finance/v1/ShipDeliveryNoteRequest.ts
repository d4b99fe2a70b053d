// Original file: proto/finance/v1/delivery_note.proto


export interface ShipDeliveryNoteRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'actualShipDate'?: (string);
  'carrier'?: (string);
  'trackingNumber'?: (string);
  '_expectedRevision'?: "expectedRevision";
  '_actualShipDate'?: "actualShipDate";
  '_carrier'?: "carrier";
  '_trackingNumber'?: "trackingNumber";
}

export interface ShipDeliveryNoteRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'actualShipDate'?: (string);
  'carrier'?: (string);
  'trackingNumber'?: (string);
}
