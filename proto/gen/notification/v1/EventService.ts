// Original file: proto/notification/v1/event.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Event__Input as _notification_v1_Event__Input, Event as _notification_v1_Event } from '../../notification/v1/Event.ts';
import type { EventPage__Input as _notification_v1_EventPage__Input, EventPage as _notification_v1_EventPage } from '../../notification/v1/EventPage.ts';
import type { ListEventsRequest__Input as _notification_v1_ListEventsRequest__Input, ListEventsRequest as _notification_v1_ListEventsRequest } from '../../notification/v1/ListEventsRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';

export interface EventServiceClient extends grpc.Client {
  GetEvent(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  GetEvent(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  GetEvent(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  GetEvent(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  getEvent(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  getEvent(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  getEvent(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  getEvent(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_notification_v1_Event>): grpc.ClientUnaryCall;
  
  ListEvents(argument: _notification_v1_ListEventsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  ListEvents(argument: _notification_v1_ListEventsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  ListEvents(argument: _notification_v1_ListEventsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  ListEvents(argument: _notification_v1_ListEventsRequest__Input, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  listEvents(argument: _notification_v1_ListEventsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  listEvents(argument: _notification_v1_ListEventsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  listEvents(argument: _notification_v1_ListEventsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  listEvents(argument: _notification_v1_ListEventsRequest__Input, callback: grpc.requestCallback<_notification_v1_EventPage>): grpc.ClientUnaryCall;
  
}

export interface EventServiceHandlers extends grpc.UntypedServiceImplementation {
  GetEvent: grpc.handleUnaryCall<_common_v1_RecordRequest, _notification_v1_Event__Input>;
  
  ListEvents: grpc.handleUnaryCall<_notification_v1_ListEventsRequest, _notification_v1_EventPage__Input>;
  
}

export interface EventServiceDefinition extends grpc.ServiceDefinition {
  GetEvent: MethodDefinition<_common_v1_RecordRequest__Input, _notification_v1_Event__Input, _common_v1_RecordRequest, _notification_v1_Event>
  ListEvents: MethodDefinition<_notification_v1_ListEventsRequest__Input, _notification_v1_EventPage__Input, _notification_v1_ListEventsRequest, _notification_v1_EventPage>
}
