import { orderEvents } from '../../finance/v1/order.contract.ts';
import { purchaseOrderEvents } from '../../finance/v1/purchase-order.contract.ts';
import { apiKeyEvents } from '../../identity/v1/api-key.contract.ts';
import { orgEvents } from '../../identity/v1/org.contract.ts';
import { userEvents } from '../../identity/v1/user.contract.ts';
import { webhookEvents } from '../../notification/v1/contract.ts';
import { bomEvents } from '../../product/v1/bom.contract.ts';
import { clientEvents } from '../../product/v1/contract.ts';
import { exchangeRatesEvents } from '../../product/v1/exchange-rate.contract.ts';
import { materialEvents } from '../../product/v1/material.contract.ts';
import { styleEvents } from '../../product/v1/style.contract.ts';
import { supplierEvents } from '../../product/v1/supplier.contract.ts';

const eventsOf = {
  identity: { ...userEvents, ...orgEvents, ...apiKeyEvents },
  product: {
    ...clientEvents,
    ...supplierEvents,
    ...styleEvents,
    ...materialEvents,
    ...bomEvents,
    ...exchangeRatesEvents,
  },
  finance: { ...orderEvents, ...purchaseOrderEvents },
  notification: webhookEvents,
};

/** What each event that a service announces has for data, by its type. */
export const eventData = {
  ...eventsOf.identity,
  ...eventsOf.product,
  ...eventsOf.finance,
  ...eventsOf.notification,
} as const;

/** Which service alone may announce what becomes of a resource: `client` is product's. */
const owners: ReadonlyMap<string, string> = new Map(
  Object.entries(eventsOf).flatMap(([service, events]) =>
    Object.keys(events).map((type) => [type.slice(0, type.indexOf('.')), service] as const),
  ),
);

/** What each service hears of: its durable consumer, and the subjects that reach it. */
export const subscriptions = {
  identity: { durable: 'identity', filters: ['events.>'], owners },
  product: { durable: 'product', filters: ['events.finance.>'], owners },
  finance: { durable: 'finance', filters: ['events.product.client.*'], owners },
  notification: { durable: 'notification', filters: ['events.>'], owners },
};
