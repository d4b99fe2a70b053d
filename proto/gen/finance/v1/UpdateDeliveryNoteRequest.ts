// Original file: proto/finance/v1/delivery_note.proto

import type { DeliveryNotePatch__Input as _finance_v1_DeliveryNotePatch__Input, DeliveryNotePatch as _finance_v1_DeliveryNotePatch } from '../../finance/v1/DeliveryNotePatch.ts';

export interface UpdateDeliveryNoteRequest__Input {
  'id'?: (string);
  'patch'?: (_finance_v1_DeliveryNotePatch__Input | null);
  'fields'?: (string)[];
  'expectedRevision'?: (number);
  '_expectedRevision'?: "expectedRevision";
}

export interface UpdateDeliveryNoteRequest {
  'id': (string);
  'patch': (_finance_v1_DeliveryNotePatch | null);
  'fields': (string)[];
  'expectedRevision'?: (number);
}
