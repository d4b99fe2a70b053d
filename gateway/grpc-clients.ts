import { connect, type EncodedRpcs, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { type ChannelOptions, PeerChannel } from '#chassis/rpc/peer-channel.ts';

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
  boms: RpcClient<'product', 'BomService'> & EncodedRpcs<'product', 'BomService'>;
  exchangeRates: RpcClient<'product', 'ExchangeRateService'>;
  suppliers: RpcClient<'product', 'SupplierService'>;
  materials: RpcClient<'product', 'MaterialService'>;
  styles: RpcClient<'product', 'StyleService'>;
  accounts: RpcClient<'finance', 'ManagementAccountService'> & EncodedRpcs<'finance', 'ManagementAccountService'>;
  orders: RpcClient<'finance', 'OrderService'>;
  deliveryNotes: RpcClient<'finance', 'DeliveryNoteService'>;
  invoices: RpcClient<'finance', 'InvoiceService'>;
  purchaseOrders: RpcClient<'finance', 'PurchaseOrderService'>;
  bankStatements: RpcClient<'finance', 'BankStatementService'> & EncodedRpcs<'finance', 'BankStatementService'>;
  webhooks: RpcClient<'notification', 'WebhookService'>;
  events: RpcClient<'notification', 'EventService'>;
  /** What each process runs. */
  versions: Record<Process, RpcClient<'common', 'VersionService'>>;
}

type Process = 'identity' | 'product' | 'finance' | 'notification';
export type Channels = Record<Process, PeerChannel>;

/** To every process; none has to be there yet. */
export function openChannels(
  addresses: Record<Process, string>,
  options: Omit<ChannelOptions, 'peer' | 'address'>,
): Channels {
  const channel = (peer: Process) => new PeerChannel({ ...options, peer, address: addresses[peer] });
  return {
    identity: channel('identity'),
    product: channel('product'),
    finance: channel('finance'),
    notification: channel('notification'),
  };
}

export function closeChannels(channels: Channels): void {
  for (const channel of Object.values(channels)) channel.close();
}

export function connectServices({ identity, product, finance, notification }: Channels): Services {
  return {
    auth: connect('identity', 'AuthService', identity),
    apiKeys: connect('identity', 'ApiKeyService', identity),
    audit: connect('identity', 'AuditService', identity),
    users: connect('identity', 'UserService', identity),
    orgs: connect('identity', 'OrgService', identity),
    invitations: connect('identity', 'InvitationService', identity),
    passwords: connect('identity', 'PasswordService', identity),
    sessions: connect('identity', 'SessionService', identity),
    clients: connect('product', 'ClientService', product),
    boms: connect('product', 'BomService', product),
    exchangeRates: connect('product', 'ExchangeRateService', product),
    suppliers: connect('product', 'SupplierService', product),
    materials: connect('product', 'MaterialService', product),
    styles: connect('product', 'StyleService', product),
    accounts: connect('finance', 'ManagementAccountService', finance),
    orders: connect('finance', 'OrderService', finance),
    deliveryNotes: connect('finance', 'DeliveryNoteService', finance),
    invoices: connect('finance', 'InvoiceService', finance),
    purchaseOrders: connect('finance', 'PurchaseOrderService', finance),
    bankStatements: connect('finance', 'BankStatementService', finance),
    webhooks: connect('notification', 'WebhookService', notification),
    events: connect('notification', 'EventService', notification),
    versions: {
      identity: connect('common', 'VersionService', identity),
      product: connect('common', 'VersionService', product),
      finance: connect('common', 'VersionService', finance),
      notification: connect('common', 'VersionService', notification),
    },
  };
}
