import { connect, type EncodedRpcs, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { type ChannelOptions, PeerChannel } from '#chassis/rpc/peer-channel.ts';
import type { Domain, ServiceName } from '#chassis/rpc/proto.ts';
import { type ClientName, clientName, type Resource, resources } from '#proto/common/v1/resources.contract.ts';

/** A client for each declared resource: `orders` calls `OrderService`. */
type ResourceClients = {
  [R in Resource as ClientName<R>]: ClientOf<R['service'], `${R['message']}Service`>;
};
type ClientOf<D extends Domain, Name extends string> =
  Name extends ServiceName<D> ? RpcClient<D, Name> & EncodedRpcs<D, Name> : never;

/** Clients that routes call, named after the records that they manage. */
export interface Services extends ResourceClients {
  auth: RpcClient<'identity', 'AuthService'>;
  apiKeys: RpcClient<'identity', 'ApiKeyService'>;
  audit: RpcClient<'identity', 'AuditService'>;
  users: RpcClient<'identity', 'UserService'>;
  orgs: RpcClient<'identity', 'OrgService'>;
  invitations: RpcClient<'identity', 'InvitationService'>;
  passwords: RpcClient<'identity', 'PasswordService'>;
  sessions: RpcClient<'identity', 'SessionService'>;
  reports: RpcClient<'finance', 'ReportService'> & EncodedRpcs<'finance', 'ReportService'>;
  materialRequirements: RpcClient<'finance', 'MaterialRequirementService'> &
    EncodedRpcs<'finance', 'MaterialRequirementService'>;
  events: RpcClient<'notification', 'EventService'>;
  /** Clients that read the version of each process. */
  versions: Record<Process, RpcClient<'common', 'VersionService'>>;
}

type Process = 'identity' | 'product' | 'finance' | 'notification';
export type Channels = Record<Process, PeerChannel>;

/** Opens a channel to every process. The processes need not run yet. */
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

export function connectServices(channels: Channels): Services {
  const { identity, product, finance, notification } = channels;
  const resourceClients = resources.map((resource) => {
    const { service, message } = resource;
    return [clientName(resource), connect(service, `${message}Service` as never, channels[service])];
  });
  return {
    ...(Object.fromEntries(resourceClients) as ResourceClients),
    auth: connect('identity', 'AuthService', identity),
    apiKeys: connect('identity', 'ApiKeyService', identity),
    audit: connect('identity', 'AuditService', identity),
    users: connect('identity', 'UserService', identity),
    orgs: connect('identity', 'OrgService', identity),
    invitations: connect('identity', 'InvitationService', identity),
    passwords: connect('identity', 'PasswordService', identity),
    sessions: connect('identity', 'SessionService', identity),
    reports: connect('finance', 'ReportService', finance),
    materialRequirements: connect('finance', 'MaterialRequirementService', finance),
    events: connect('notification', 'EventService', notification),
    versions: {
      identity: connect('common', 'VersionService', identity),
      product: connect('common', 'VersionService', product),
      finance: connect('common', 'VersionService', finance),
      notification: connect('common', 'VersionService', notification),
    },
  };
}
