// Original file: proto/finance/v1/delivery_note.proto

import type { DeliveryNote__Input as _finance_v1_DeliveryNote__Input, DeliveryNote as _finance_v1_DeliveryNote } from '../../finance/v1/DeliveryNote.ts';

export interface DeliveryNoteReply__Input {
  'record'?: (_finance_v1_DeliveryNote__Input | null);
  'revision'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface DeliveryNoteReply {
  'record': (_finance_v1_DeliveryNote | null);
  'revision': (number);
  'eventId': (string);
  'replayed': (boolean);
}
