// Original file: proto/notification/v1/notification.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateWebhookRequest__Input as _notification_v1_CreateWebhookRequest__Input, CreateWebhookRequest as _notification_v1_CreateWebhookRequest } from '../../notification/v1/CreateWebhookRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { DeliveryList__Input as _notification_v1_DeliveryList__Input, DeliveryList as _notification_v1_DeliveryList } from '../../notification/v1/DeliveryList.ts';
import type { ListDeliveriesRequest__Input as _notification_v1_ListDeliveriesRequest__Input, ListDeliveriesRequest as _notification_v1_ListDeliveriesRequest } from '../../notification/v1/ListDeliveriesRequest.ts';
import type { ListWebhookKeysRequest__Input as _notification_v1_ListWebhookKeysRequest__Input, ListWebhookKeysRequest as _notification_v1_ListWebhookKeysRequest } from '../../notification/v1/ListWebhookKeysRequest.ts';
import type { ListWebhooksRequest__Input as _notification_v1_ListWebhooksRequest__Input, ListWebhooksRequest as _notification_v1_ListWebhooksRequest } from '../../notification/v1/ListWebhooksRequest.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { RecoverWebhookRequest__Input as _notification_v1_RecoverWebhookRequest__Input, RecoverWebhookRequest as _notification_v1_RecoverWebhookRequest } from '../../notification/v1/RecoverWebhookRequest.ts';
import type { Recovery__Input as _notification_v1_Recovery__Input, Recovery as _notification_v1_Recovery } from '../../notification/v1/Recovery.ts';
import type { RedeliverRequest__Input as _notification_v1_RedeliverRequest__Input, RedeliverRequest as _notification_v1_RedeliverRequest } from '../../notification/v1/RedeliverRequest.ts';
import type { Redelivery__Input as _notification_v1_Redelivery__Input, Redelivery as _notification_v1_Redelivery } from '../../notification/v1/Redelivery.ts';
import type { TestDelivery__Input as _notification_v1_TestDelivery__Input, TestDelivery as _notification_v1_TestDelivery } from '../../notification/v1/TestDelivery.ts';
import type { TestWebhookRequest__Input as _notification_v1_TestWebhookRequest__Input, TestWebhookRequest as _notification_v1_TestWebhookRequest } from '../../notification/v1/TestWebhookRequest.ts';
import type { UpdateWebhookRequest__Input as _notification_v1_UpdateWebhookRequest__Input, UpdateWebhookRequest as _notification_v1_UpdateWebhookRequest } from '../../notification/v1/UpdateWebhookRequest.ts';
import type { WebhookKeys__Input as _notification_v1_WebhookKeys__Input, WebhookKeys as _notification_v1_WebhookKeys } from '../../notification/v1/WebhookKeys.ts';
import type { WebhookPage__Input as _notification_v1_WebhookPage__Input, WebhookPage as _notification_v1_WebhookPage } from '../../notification/v1/WebhookPage.ts';
import type { WebhookReply__Input as _notification_v1_WebhookReply__Input, WebhookReply as _notification_v1_WebhookReply } from '../../notification/v1/WebhookReply.ts';

export interface WebhookServiceClient extends grpc.Client {
  CreateWebhook(argument: _notification_v1_CreateWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _notification_v1_CreateWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _notification_v1_CreateWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  CreateWebhook(argument: _notification_v1_CreateWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  createWebhook(argument: _notification_v1_CreateWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  createWebhook(argument: _notification_v1_CreateWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  createWebhook(argument: _notification_v1_CreateWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  createWebhook(argument: _notification_v1_CreateWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  
  DeleteWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteWebhook(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteWebhook(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  GetWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  GetWebhook(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  GetWebhook(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  getWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  getWebhook(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  getWebhook(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  getWebhook(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  
  ListDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  ListDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  listDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  listDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  listDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  listDeliveries(argument: _notification_v1_ListDeliveriesRequest__Input, callback: grpc.requestCallback<_notification_v1_DeliveryList>): grpc.ClientUnaryCall;
  
  ListWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  ListWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  ListWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  ListWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  listWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  listWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  listWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  listWebhookKeys(argument: _notification_v1_ListWebhookKeysRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookKeys>): grpc.ClientUnaryCall;
  
  ListWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  listWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  listWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  listWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  listWebhooks(argument: _notification_v1_ListWebhooksRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookPage>): grpc.ClientUnaryCall;
  
  RecoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  RecoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  RecoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  RecoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  recoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  recoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  recoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  recoverWebhook(argument: _notification_v1_RecoverWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_Recovery>): grpc.ClientUnaryCall;
  
  RedeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  RedeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  RedeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  RedeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  redeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  redeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  redeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  redeliverDelivery(argument: _notification_v1_RedeliverRequest__Input, callback: grpc.requestCallback<_notification_v1_Redelivery>): grpc.ClientUnaryCall;
  
  TestWebhook(argument: _notification_v1_TestWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  TestWebhook(argument: _notification_v1_TestWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  TestWebhook(argument: _notification_v1_TestWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  TestWebhook(argument: _notification_v1_TestWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  testWebhook(argument: _notification_v1_TestWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  testWebhook(argument: _notification_v1_TestWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  testWebhook(argument: _notification_v1_TestWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  testWebhook(argument: _notification_v1_TestWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_TestDelivery>): grpc.ClientUnaryCall;
  
  UpdateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  UpdateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  updateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  updateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  updateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  updateWebhook(argument: _notification_v1_UpdateWebhookRequest__Input, callback: grpc.requestCallback<_notification_v1_WebhookReply>): grpc.ClientUnaryCall;
  
}

export interface WebhookServiceHandlers extends grpc.UntypedServiceImplementation {
  CreateWebhook: grpc.handleUnaryCall<_notification_v1_CreateWebhookRequest, _notification_v1_WebhookReply__Input>;
  
  DeleteWebhook: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetWebhook: grpc.handleUnaryCall<_common_v1_RecordRequest, _notification_v1_WebhookReply__Input>;
  
  ListDeliveries: grpc.handleUnaryCall<_notification_v1_ListDeliveriesRequest, _notification_v1_DeliveryList__Input>;
  
  ListWebhookKeys: grpc.handleUnaryCall<_notification_v1_ListWebhookKeysRequest, _notification_v1_WebhookKeys__Input>;
  
  ListWebhooks: grpc.handleUnaryCall<_notification_v1_ListWebhooksRequest, _notification_v1_WebhookPage__Input>;
  
  RecoverWebhook: grpc.handleUnaryCall<_notification_v1_RecoverWebhookRequest, _notification_v1_Recovery__Input>;
  
  RedeliverDelivery: grpc.handleUnaryCall<_notification_v1_RedeliverRequest, _notification_v1_Redelivery__Input>;
  
  TestWebhook: grpc.handleUnaryCall<_notification_v1_TestWebhookRequest, _notification_v1_TestDelivery__Input>;
  
  UpdateWebhook: grpc.handleUnaryCall<_notification_v1_UpdateWebhookRequest, _notification_v1_WebhookReply__Input>;
  
}

export interface WebhookServiceDefinition extends grpc.ServiceDefinition {
  CreateWebhook: MethodDefinition<_notification_v1_CreateWebhookRequest__Input, _notification_v1_WebhookReply__Input, _notification_v1_CreateWebhookRequest, _notification_v1_WebhookReply>
  DeleteWebhook: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetWebhook: MethodDefinition<_common_v1_RecordRequest__Input, _notification_v1_WebhookReply__Input, _common_v1_RecordRequest, _notification_v1_WebhookReply>
  ListDeliveries: MethodDefinition<_notification_v1_ListDeliveriesRequest__Input, _notification_v1_DeliveryList__Input, _notification_v1_ListDeliveriesRequest, _notification_v1_DeliveryList>
  ListWebhookKeys: MethodDefinition<_notification_v1_ListWebhookKeysRequest__Input, _notification_v1_WebhookKeys__Input, _notification_v1_ListWebhookKeysRequest, _notification_v1_WebhookKeys>
  ListWebhooks: MethodDefinition<_notification_v1_ListWebhooksRequest__Input, _notification_v1_WebhookPage__Input, _notification_v1_ListWebhooksRequest, _notification_v1_WebhookPage>
  RecoverWebhook: MethodDefinition<_notification_v1_RecoverWebhookRequest__Input, _notification_v1_Recovery__Input, _notification_v1_RecoverWebhookRequest, _notification_v1_Recovery>
  RedeliverDelivery: MethodDefinition<_notification_v1_RedeliverRequest__Input, _notification_v1_Redelivery__Input, _notification_v1_RedeliverRequest, _notification_v1_Redelivery>
  TestWebhook: MethodDefinition<_notification_v1_TestWebhookRequest__Input, _notification_v1_TestDelivery__Input, _notification_v1_TestWebhookRequest, _notification_v1_TestDelivery>
  UpdateWebhook: MethodDefinition<_notification_v1_UpdateWebhookRequest__Input, _notification_v1_WebhookReply__Input, _notification_v1_UpdateWebhookRequest, _notification_v1_WebhookReply>
}
