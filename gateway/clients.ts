import { type ConnectOptions, connect, type RpcClient } from '#chassis/grpc-client.ts';

/** The services that routes call, by what they are asked about. */
export interface Services {
  auth: RpcClient<'identity', 'AuthService'>;
  apiKeys: RpcClient<'identity', 'ApiKeyService'>;
  audit: RpcClient<'identity', 'AuditService'>;
  users: RpcClient<'identity', 'UserService'>;
  orgs: RpcClient<'identity', 'OrgService'>;
  invitations: RpcClient<'identity', 'InvitationService'>;
  passwords: RpcClient<'identity', 'PasswordService'>;
  sessions: RpcClient<'identity', 'SessionService'>;
  clients: RpcClient<'product', 'ClientService'>;
  boms: RpcClient<'product', 'BomService'>;
  exchangeRates: RpcClient<'product', 'ExchangeRateService'>;
  suppliers: RpcClient<'product', 'SupplierService'>;
  materials: RpcClient<'product', 'MaterialService'>;
  styles: RpcClient<'product', 'StyleService'>;
  webhooks: RpcClient<'notification', 'WebhookService'>;
  /** What each process runs. */
  versions: Record<Process, RpcClient<'common', 'VersionService'>>;
}

type Process = 'identity' | 'product' | 'finance' | 'notification';
export type Addresses = Record<Process, string>;

/** Connects to every service; none has to be there yet. */
export function connectServices(addresses: Addresses, options: Omit<ConnectOptions, 'address'>): Services {
  const version = (peer: Process) =>
    connect('common', 'VersionService', { ...options, address: addresses[peer], peer });
  return {
    auth: connect('identity', 'AuthService', { ...options, address: addresses.identity }),
    apiKeys: connect('identity', 'ApiKeyService', { ...options, address: addresses.identity }),
    audit: connect('identity', 'AuditService', { ...options, address: addresses.identity }),
    users: connect('identity', 'UserService', { ...options, address: addresses.identity }),
    orgs: connect('identity', 'OrgService', { ...options, address: addresses.identity }),
    invitations: connect('identity', 'InvitationService', { ...options, address: addresses.identity }),
    passwords: connect('identity', 'PasswordService', { ...options, address: addresses.identity }),
    sessions: connect('identity', 'SessionService', { ...options, address: addresses.identity }),
    clients: connect('product', 'ClientService', { ...options, address: addresses.product }),
    boms: connect('product', 'BomService', { ...options, address: addresses.product }),
    exchangeRates: connect('product', 'ExchangeRateService', { ...options, address: addresses.product }),
    suppliers: connect('product', 'SupplierService', { ...options, address: addresses.product }),
    materials: connect('product', 'MaterialService', { ...options, address: addresses.product }),
    styles: connect('product', 'StyleService', { ...options, address: addresses.product }),
    webhooks: connect('notification', 'WebhookService', { ...options, address: addresses.notification }),
    versions: {
      identity: version('identity'),
      product: version('product'),
      finance: version('finance'),
      notification: version('notification'),
    },
  };
}

export function disconnect({ versions, ...services }: Services): void {
  for (const client of [...Object.values(services), ...Object.values(versions)]) client.close();
}
