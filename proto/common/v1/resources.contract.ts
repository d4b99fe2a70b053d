import { bankAccount } from '../../finance/v1/bank-account.contract.ts';
import { bankStatement } from '../../finance/v1/bank-statement.contract.ts';
import { deliveryNote } from '../../finance/v1/delivery-note.contract.ts';
import { invoice } from '../../finance/v1/invoice.contract.ts';
import { managementAccount } from '../../finance/v1/management-account.contract.ts';
import { order } from '../../finance/v1/order.contract.ts';
import { purchaseOrder } from '../../finance/v1/purchase-order.contract.ts';
import { webhook } from '../../notification/v1/contract.ts';
import { bom } from '../../product/v1/bom.contract.ts';
import { client } from '../../product/v1/client.contract.ts';
import { exchangeRates } from '../../product/v1/exchange-rate.contract.ts';
import { material } from '../../product/v1/material.contract.ts';
import { style } from '../../product/v1/style.contract.ts';
import { supplier } from '../../product/v1/supplier.contract.ts';

/** All resources, in the order of the API reference. To add a resource, add a line here. */
export const resources = [
  client,
  supplier,
  material,
  style,
  bom,
  exchangeRates,
  order,
  deliveryNote,
  invoice,
  purchaseOrder,
  bankAccount,
  bankStatement,
  managementAccount,
  webhook,
] as const;

export type Resource = (typeof resources)[number];
/** A resource with the standard operations. */
export type StandardResource = Extract<Resource, { requests: object }>;

/** Name of the gateway's gRPC client for the resource: `purchaseOrders`. */
export type ClientName<R extends Resource = Resource> = Uncapitalize<`${R['message']}s`>;
export const clientName = ({ message }: Resource) =>
  `${message.charAt(0).toLowerCase()}${message.slice(1)}s` as ClientName;

/** Collections of the service's standard resources. */
export const standardCollections = (service: Resource['service']): string[] =>
  resources
    .filter((one) => one.service === service && 'requests' in one)
    .map((one) => ('collection' in one ? one.collection : one.scope));
