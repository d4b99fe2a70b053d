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
import type { CreateWebhookRequest__Input as _notification_v1_CreateWebhookRequest__Input, CreateWebhookRequest as _notification_v1_CreateWebhookRequest } from './notification/v1/CreateWebhookRequest.ts';
import type { Delivery__Input as _notification_v1_Delivery__Input, Delivery as _notification_v1_Delivery } from './notification/v1/Delivery.ts';
import type { DeliveryList__Input as _notification_v1_DeliveryList__Input, DeliveryList as _notification_v1_DeliveryList } from './notification/v1/DeliveryList.ts';
import type { ListDeliveriesRequest__Input as _notification_v1_ListDeliveriesRequest__Input, ListDeliveriesRequest as _notification_v1_ListDeliveriesRequest } from './notification/v1/ListDeliveriesRequest.ts';
import type { ListWebhookKeysRequest__Input as _notification_v1_ListWebhookKeysRequest__Input, ListWebhookKeysRequest as _notification_v1_ListWebhookKeysRequest } from './notification/v1/ListWebhookKeysRequest.ts';
import type { ListWebhooksRequest__Input as _notification_v1_ListWebhooksRequest__Input, ListWebhooksRequest as _notification_v1_ListWebhooksRequest } from './notification/v1/ListWebhooksRequest.ts';
import type { RecoverWebhookRequest__Input as _notification_v1_RecoverWebhookRequest__Input, RecoverWebhookRequest as _notification_v1_RecoverWebhookRequest } from './notification/v1/RecoverWebhookRequest.ts';
import type { Recovery__Input as _notification_v1_Recovery__Input, Recovery as _notification_v1_Recovery } from './notification/v1/Recovery.ts';
import type { RedeliverRequest__Input as _notification_v1_RedeliverRequest__Input, RedeliverRequest as _notification_v1_RedeliverRequest } from './notification/v1/RedeliverRequest.ts';
import type { Redelivery__Input as _notification_v1_Redelivery__Input, Redelivery as _notification_v1_Redelivery } from './notification/v1/Redelivery.ts';
import type { TestDelivery__Input as _notification_v1_TestDelivery__Input, TestDelivery as _notification_v1_TestDelivery } from './notification/v1/TestDelivery.ts';
import type { TestWebhookRequest__Input as _notification_v1_TestWebhookRequest__Input, TestWebhookRequest as _notification_v1_TestWebhookRequest } from './notification/v1/TestWebhookRequest.ts';
import type { UpdateWebhookRequest__Input as _notification_v1_UpdateWebhookRequest__Input, UpdateWebhookRequest as _notification_v1_UpdateWebhookRequest } from './notification/v1/UpdateWebhookRequest.ts';
import type { Webhook__Input as _notification_v1_Webhook__Input, Webhook as _notification_v1_Webhook } from './notification/v1/Webhook.ts';
import type { WebhookInput__Input as _notification_v1_WebhookInput__Input, WebhookInput as _notification_v1_WebhookInput } from './notification/v1/WebhookInput.ts';
import type { WebhookKey__Input as _notification_v1_WebhookKey__Input, WebhookKey as _notification_v1_WebhookKey } from './notification/v1/WebhookKey.ts';
import type { WebhookKeys__Input as _notification_v1_WebhookKeys__Input, WebhookKeys as _notification_v1_WebhookKeys } from './notification/v1/WebhookKeys.ts';
import type { WebhookPage__Input as _notification_v1_WebhookPage__Input, WebhookPage as _notification_v1_WebhookPage } from './notification/v1/WebhookPage.ts';
import type { WebhookPatch__Input as _notification_v1_WebhookPatch__Input, WebhookPatch as _notification_v1_WebhookPatch } from './notification/v1/WebhookPatch.ts';
import type { WebhookReply__Input as _notification_v1_WebhookReply__Input, WebhookReply as _notification_v1_WebhookReply } from './notification/v1/WebhookReply.ts';
import type { WebhookServiceClient as _notification_v1_WebhookServiceClient, WebhookServiceDefinition as _notification_v1_WebhookServiceDefinition } from './notification/v1/WebhookService.ts';

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
      CreateWebhookRequest: MessageTypeDefinition<_notification_v1_CreateWebhookRequest__Input, _notification_v1_CreateWebhookRequest>
      Delivery: MessageTypeDefinition<_notification_v1_Delivery__Input, _notification_v1_Delivery>
      DeliveryList: MessageTypeDefinition<_notification_v1_DeliveryList__Input, _notification_v1_DeliveryList>
      ListDeliveriesRequest: MessageTypeDefinition<_notification_v1_ListDeliveriesRequest__Input, _notification_v1_ListDeliveriesRequest>
      ListWebhookKeysRequest: MessageTypeDefinition<_notification_v1_ListWebhookKeysRequest__Input, _notification_v1_ListWebhookKeysRequest>
      ListWebhooksRequest: MessageTypeDefinition<_notification_v1_ListWebhooksRequest__Input, _notification_v1_ListWebhooksRequest>
      RecoverWebhookRequest: MessageTypeDefinition<_notification_v1_RecoverWebhookRequest__Input, _notification_v1_RecoverWebhookRequest>
      Recovery: MessageTypeDefinition<_notification_v1_Recovery__Input, _notification_v1_Recovery>
      RedeliverRequest: MessageTypeDefinition<_notification_v1_RedeliverRequest__Input, _notification_v1_RedeliverRequest>
      Redelivery: MessageTypeDefinition<_notification_v1_Redelivery__Input, _notification_v1_Redelivery>
      TestDelivery: MessageTypeDefinition<_notification_v1_TestDelivery__Input, _notification_v1_TestDelivery>
      TestWebhookRequest: MessageTypeDefinition<_notification_v1_TestWebhookRequest__Input, _notification_v1_TestWebhookRequest>
      UpdateWebhookRequest: MessageTypeDefinition<_notification_v1_UpdateWebhookRequest__Input, _notification_v1_UpdateWebhookRequest>
      Webhook: MessageTypeDefinition<_notification_v1_Webhook__Input, _notification_v1_Webhook>
      WebhookInput: MessageTypeDefinition<_notification_v1_WebhookInput__Input, _notification_v1_WebhookInput>
      WebhookKey: MessageTypeDefinition<_notification_v1_WebhookKey__Input, _notification_v1_WebhookKey>
      WebhookKeys: MessageTypeDefinition<_notification_v1_WebhookKeys__Input, _notification_v1_WebhookKeys>
      WebhookPage: MessageTypeDefinition<_notification_v1_WebhookPage__Input, _notification_v1_WebhookPage>
      WebhookPatch: MessageTypeDefinition<_notification_v1_WebhookPatch__Input, _notification_v1_WebhookPatch>
      WebhookReply: MessageTypeDefinition<_notification_v1_WebhookReply__Input, _notification_v1_WebhookReply>
      WebhookService: SubtypeConstructor<typeof grpc.Client, _notification_v1_WebhookServiceClient> & { service: _notification_v1_WebhookServiceDefinition }
    }
  }
}

