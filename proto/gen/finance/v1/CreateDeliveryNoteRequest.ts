// Original file: proto/finance/v1/delivery_note.proto

import type { DeliveryNoteInput__Input as _finance_v1_DeliveryNoteInput__Input, DeliveryNoteInput as _finance_v1_DeliveryNoteInput } from '../../finance/v1/DeliveryNoteInput.ts';

export interface CreateDeliveryNoteRequest__Input {
  'deliveryNote'?: (_finance_v1_DeliveryNoteInput__Input | null);
}

export interface CreateDeliveryNoteRequest {
  'deliveryNote': (_finance_v1_DeliveryNoteInput | null);
}
