import type { NodeConnectionOptions } from '@nats-io/transport-node';
import type { busSettings, Values } from '../runtime/config.ts';

/** Where NATS is, and who asks. */
export interface NatsServer {
  /** Comma-separated. */
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** File of the CA certificates; absent: no TLS. */
  ca?: string | undefined;
  /**
   * The JetStream domain by which this user reaches the account of the streams (deploy/nats/nats.conf); absent: the
   * streams are in the user's own account.
   */
  domain?: string | undefined;
}

export type NatsSettings = Pick<Values<typeof busSettings>, 'NATS_URL'> & Partial<Values<typeof busSettings>>;

/** The server that the settings name. */
export const natsServerOf = (settings: NatsSettings): NatsServer => ({
  url: settings.NATS_URL,
  user: settings.NATS_USER,
  password: settings.NATS_PASSWORD,
  ca: settings.NATS_CA,
  domain: settings.NATS_DOMAIN,
});

/** Options of the NATS client. */
export function clientOptions({ url, user, password, ca }: NatsServer): NodeConnectionOptions {
  return {
    servers: url.split(','),
    // Each user has its own inbox, because it must not see the replies to other users (deploy/nats/nats.conf).
    ...(user !== undefined && { user, pass: password ?? '', inboxPrefix: `_INBOX.${user}` }),
    // The handshake is first. Otherwise somebody between could offer no TLS, and would be sent the password.
    ...(ca !== undefined && { tls: { caFile: ca, handshakeFirst: true } }),
  };
}
