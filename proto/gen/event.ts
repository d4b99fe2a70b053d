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
import type { Event__Input as _notification_v1_Event__Input, Event as _notification_v1_Event } from './notification/v1/Event.ts';
import type { EventDelivery__Input as _notification_v1_EventDelivery__Input, EventDelivery as _notification_v1_EventDelivery } from './notification/v1/EventDelivery.ts';
import type { EventPage__Input as _notification_v1_EventPage__Input, EventPage as _notification_v1_EventPage } from './notification/v1/EventPage.ts';
import type { EventServiceClient as _notification_v1_EventServiceClient, EventServiceDefinition as _notification_v1_EventServiceDefinition } from './notification/v1/EventService.ts';
import type { EventSummary__Input as _notification_v1_EventSummary__Input, EventSummary as _notification_v1_EventSummary } from './notification/v1/EventSummary.ts';
import type { ListEventsRequest__Input as _notification_v1_ListEventsRequest__Input, ListEventsRequest as _notification_v1_ListEventsRequest } from './notification/v1/ListEventsRequest.ts';

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
  notification: {
    v1: {
      Event: MessageTypeDefinition<_notification_v1_Event__Input, _notification_v1_Event>
      EventDelivery: MessageTypeDefinition<_notification_v1_EventDelivery__Input, _notification_v1_EventDelivery>
      EventPage: MessageTypeDefinition<_notification_v1_EventPage__Input, _notification_v1_EventPage>
      EventService: SubtypeConstructor<typeof grpc.Client, _notification_v1_EventServiceClient> & { service: _notification_v1_EventServiceDefinition }
      EventSummary: MessageTypeDefinition<_notification_v1_EventSummary__Input, _notification_v1_EventSummary>
      ListEventsRequest: MessageTypeDefinition<_notification_v1_ListEventsRequest__Input, _notification_v1_ListEventsRequest>
    }
  }
}

