import { bankStatementEvents } from '../../finance/v1/bank-statement.contract.ts';
import { deliveryNoteEvents } from '../../finance/v1/delivery-note.contract.ts';
import { invoiceEvents } from '../../finance/v1/invoice.contract.ts';
import { managementAccountEvents } from '../../finance/v1/management-account.contract.ts';
import { orderEvents } from '../../finance/v1/order.contract.ts';
import { purchaseOrderEvents } from '../../finance/v1/purchase-order.contract.ts';
import { apiKeyEvents } from '../../identity/v1/api-key.contract.ts';
import { orgEvents } from '../../identity/v1/org.contract.ts';
import { userEvents } from '../../identity/v1/user.contract.ts';
import { webhookEvents } from '../../notification/v1/contract.ts';
import { bomEvents } from '../../product/v1/bom.contract.ts';
import { clientEvents } from '../../product/v1/client.contract.ts';
import { exchangeRatesEvents } from '../../product/v1/exchange-rate.contract.ts';
import { materialEvents } from '../../product/v1/material.contract.ts';
import { styleEvents } from '../../product/v1/style.contract.ts';
import { supplierEvents } from '../../product/v1/supplier.contract.ts';
import { durableConsumers } from './durable-consumers.contract.ts';

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
  finance: {
    ...managementAccountEvents,
    ...orderEvents,
    ...deliveryNoteEvents,
    ...invoiceEvents,
    ...purchaseOrderEvents,
    ...bankStatementEvents,
  },
  notification: webhookEvents,
};

/** Every type of event (decisions 5: Event names), and what its data is. */
export const eventData = {
  ...eventsOf.identity,
  ...eventsOf.product,
  ...eventsOf.finance,
  ...eventsOf.notification,
} as const;

/** Of every event, in the order of the alphabet. */
export const eventTypes: readonly string[] = Object.keys(eventData).sort();

/** Which service alone may announce what becomes of a resource: `client` is product's. */
const owners: ReadonlyMap<string, string> = new Map(
  Object.entries(eventsOf).flatMap(([service, events]) =>
    Object.keys(events).map((type) => [type.slice(0, type.indexOf('.')), service] as const),
  ),
);

/** What each service hears of, and who may announce it. */
export const subscriptions = {
  identity: { ...durableConsumers.identity, owners },
  product: { ...durableConsumers.product, owners },
  finance: { ...durableConsumers.finance, owners },
  notification: { ...durableConsumers.notification, owners },
};
