import { type ConnectOptions, connect, type RpcClient } from '#chassis/grpc-client.ts';

/** The services that routes call, by what they are asked about. */
export interface Services {
  auth: RpcClient<'identity', 'AuthService'>;
  clients: RpcClient<'product', 'ClientService'>;
  webhooks: RpcClient<'notification', 'WebhookService'>;
}

export type Addresses = Record<'identity' | 'product' | 'notification', string>;

/** Connects to every service; none has to be there yet. */
export function connectServices(addresses: Addresses, options: Omit<ConnectOptions, 'address'>): Services {
  return {
    auth: connect('identity', 'AuthService', { ...options, address: addresses.identity }),
    clients: connect('product', 'ClientService', { ...options, address: addresses.product }),
    webhooks: connect('notification', 'WebhookService', { ...options, address: addresses.notification }),
  };
}

export function disconnect(services: Services): void {
  for (const client of Object.values(services)) client.close();
}
