import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AmountSum__Input as _common_v1_AmountSum__Input, AmountSum as _common_v1_AmountSum } from './common/v1/AmountSum.ts';
import type { CurrencyTotals__Input as _common_v1_CurrencyTotals__Input, CurrencyTotals as _common_v1_CurrencyTotals } from './common/v1/CurrencyTotals.ts';
import type { DateRange__Input as _common_v1_DateRange__Input, DateRange as _common_v1_DateRange } from './common/v1/DateRange.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from './common/v1/Deleted.ts';
import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from './common/v1/ListQuery.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from './common/v1/ListTotals.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from './common/v1/RecordRequest.ts';
import type { Version__Input as _common_v1_Version__Input, Version as _common_v1_Version } from './common/v1/Version.ts';
import type { VersionRequest__Input as _common_v1_VersionRequest__Input, VersionRequest as _common_v1_VersionRequest } from './common/v1/VersionRequest.ts';
import type { VersionServiceClient as _common_v1_VersionServiceClient, VersionServiceDefinition as _common_v1_VersionServiceDefinition } from './common/v1/VersionService.ts';
import type { CreateDeliveryNoteRequest__Input as _finance_v1_CreateDeliveryNoteRequest__Input, CreateDeliveryNoteRequest as _finance_v1_CreateDeliveryNoteRequest } from './finance/v1/CreateDeliveryNoteRequest.ts';
import type { DeliveryNote__Input as _finance_v1_DeliveryNote__Input, DeliveryNote as _finance_v1_DeliveryNote } from './finance/v1/DeliveryNote.ts';
import type { DeliveryNoteInput__Input as _finance_v1_DeliveryNoteInput__Input, DeliveryNoteInput as _finance_v1_DeliveryNoteInput } from './finance/v1/DeliveryNoteInput.ts';
import type { DeliveryNoteLine__Input as _finance_v1_DeliveryNoteLine__Input, DeliveryNoteLine as _finance_v1_DeliveryNoteLine } from './finance/v1/DeliveryNoteLine.ts';
import type { DeliveryNoteLineInput__Input as _finance_v1_DeliveryNoteLineInput__Input, DeliveryNoteLineInput as _finance_v1_DeliveryNoteLineInput } from './finance/v1/DeliveryNoteLineInput.ts';
import type { DeliveryNotePage__Input as _finance_v1_DeliveryNotePage__Input, DeliveryNotePage as _finance_v1_DeliveryNotePage } from './finance/v1/DeliveryNotePage.ts';
import type { DeliveryNotePatch__Input as _finance_v1_DeliveryNotePatch__Input, DeliveryNotePatch as _finance_v1_DeliveryNotePatch } from './finance/v1/DeliveryNotePatch.ts';
import type { DeliveryNoteReply__Input as _finance_v1_DeliveryNoteReply__Input, DeliveryNoteReply as _finance_v1_DeliveryNoteReply } from './finance/v1/DeliveryNoteReply.ts';
import type { DeliveryNoteServiceClient as _finance_v1_DeliveryNoteServiceClient, DeliveryNoteServiceDefinition as _finance_v1_DeliveryNoteServiceDefinition } from './finance/v1/DeliveryNoteService.ts';
import type { ListDeliveryNotesRequest__Input as _finance_v1_ListDeliveryNotesRequest__Input, ListDeliveryNotesRequest as _finance_v1_ListDeliveryNotesRequest } from './finance/v1/ListDeliveryNotesRequest.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from './finance/v1/Pdf.ts';
import type { ShipDeliveryNoteRequest__Input as _finance_v1_ShipDeliveryNoteRequest__Input, ShipDeliveryNoteRequest as _finance_v1_ShipDeliveryNoteRequest } from './finance/v1/ShipDeliveryNoteRequest.ts';
import type { UpdateDeliveryNoteRequest__Input as _finance_v1_UpdateDeliveryNoteRequest__Input, UpdateDeliveryNoteRequest as _finance_v1_UpdateDeliveryNoteRequest } from './finance/v1/UpdateDeliveryNoteRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  common: {
    v1: {
      AmountSum: MessageTypeDefinition<_common_v1_AmountSum__Input, _common_v1_AmountSum>
      CurrencyTotals: MessageTypeDefinition<_common_v1_CurrencyTotals__Input, _common_v1_CurrencyTotals>
      DateRange: MessageTypeDefinition<_common_v1_DateRange__Input, _common_v1_DateRange>
      Deleted: MessageTypeDefinition<_common_v1_Deleted__Input, _common_v1_Deleted>
      ListQuery: MessageTypeDefinition<_common_v1_ListQuery__Input, _common_v1_ListQuery>
      ListTotals: MessageTypeDefinition<_common_v1_ListTotals__Input, _common_v1_ListTotals>
      RecordRequest: MessageTypeDefinition<_common_v1_RecordRequest__Input, _common_v1_RecordRequest>
      Version: MessageTypeDefinition<_common_v1_Version__Input, _common_v1_Version>
      VersionRequest: MessageTypeDefinition<_common_v1_VersionRequest__Input, _common_v1_VersionRequest>
      VersionService: SubtypeConstructor<typeof grpc.Client, _common_v1_VersionServiceClient> & { service: _common_v1_VersionServiceDefinition }
    }
  }
  finance: {
    v1: {
      CreateDeliveryNoteRequest: MessageTypeDefinition<_finance_v1_CreateDeliveryNoteRequest__Input, _finance_v1_CreateDeliveryNoteRequest>
      DeliveryNote: MessageTypeDefinition<_finance_v1_DeliveryNote__Input, _finance_v1_DeliveryNote>
      DeliveryNoteInput: MessageTypeDefinition<_finance_v1_DeliveryNoteInput__Input, _finance_v1_DeliveryNoteInput>
      DeliveryNoteLine: MessageTypeDefinition<_finance_v1_DeliveryNoteLine__Input, _finance_v1_DeliveryNoteLine>
      DeliveryNoteLineInput: MessageTypeDefinition<_finance_v1_DeliveryNoteLineInput__Input, _finance_v1_DeliveryNoteLineInput>
      DeliveryNotePage: MessageTypeDefinition<_finance_v1_DeliveryNotePage__Input, _finance_v1_DeliveryNotePage>
      DeliveryNotePatch: MessageTypeDefinition<_finance_v1_DeliveryNotePatch__Input, _finance_v1_DeliveryNotePatch>
      DeliveryNoteReply: MessageTypeDefinition<_finance_v1_DeliveryNoteReply__Input, _finance_v1_DeliveryNoteReply>
      DeliveryNoteService: SubtypeConstructor<typeof grpc.Client, _finance_v1_DeliveryNoteServiceClient> & { service: _finance_v1_DeliveryNoteServiceDefinition }
      ListDeliveryNotesRequest: MessageTypeDefinition<_finance_v1_ListDeliveryNotesRequest__Input, _finance_v1_ListDeliveryNotesRequest>
      Pdf: MessageTypeDefinition<_finance_v1_Pdf__Input, _finance_v1_Pdf>
      ShipDeliveryNoteRequest: MessageTypeDefinition<_finance_v1_ShipDeliveryNoteRequest__Input, _finance_v1_ShipDeliveryNoteRequest>
      UpdateDeliveryNoteRequest: MessageTypeDefinition<_finance_v1_UpdateDeliveryNoteRequest__Input, _finance_v1_UpdateDeliveryNoteRequest>
    }
  }
}

