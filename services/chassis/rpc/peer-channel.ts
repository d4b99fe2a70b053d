import { Channel } from '@grpc/grpc-js';
import type { Logger } from '../runtime/logger.ts';
import { clientCredentials, type TlsFiles } from './certificates.ts';
import { healthProbe } from './client-call.ts';
import { FLOW_CONTROL_WINDOW, MAX_MESSAGE } from './grpc-limits.ts';

export interface ChannelOptions {
  /** The process that is called. Its certificate must carry this name. */
  peer: string;
  /** host:port. The DNS name may have several addresses, one for each replica. */
  address: string;
  tls: TlsFiles;
  logger: Logger;
  /** The name of this process. */
  source: string;
}

/** Calls go to all connected replicas in turn. */
const SERVICE_CONFIG = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });
/**
 * Minimum milliseconds between two DNS lookups. The end of a connection causes a lookup. If all replicas are replaced
 * within this time, the new ones are found only after it.
 */
const MIN_LOOKUP_INTERVAL = 2_000;
/** Milliseconds between two keepalive pings. */
const KEEPALIVE_TIME = 4_000;
/**
 * Maximum milliseconds until a ping is answered: as long as a write may take (decisions 1: Sizes, times). Then all
 * calls of the connection fail. With less, calls would fail that a paused replica could still answer in time.
 */
const KEEPALIVE_TIMEOUT = 8_000;

/**
 * The channel that all calls to a process share. It has a connection to each replica, from the first call on, and again
 * after each loss. It finds new replicas when a connection has reached its maximum age (`grpc-server.ts`) or is lost.
 */
export class PeerChannel extends Channel {
  readonly peer: string;
  readonly logger: Logger;
  /** True if a replica answers that it serves. Never rejects. */
  readonly isServing: () => Promise<boolean>;
  readonly #closing: (() => void)[] = [];

  constructor({ peer, address, tls, logger, source }: ChannelOptions) {
    super(address, clientCredentials(tls, logger), {
      'grpc.ssl_target_name_override': peer,
      'grpc.primary_user_agent': source,
      'grpc.service_config': SERVICE_CONFIG,
      'grpc.service_config_disable_resolution': 1,
      'grpc.dns_min_time_between_resolutions_ms': MIN_LOOKUP_INTERVAL,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
      'grpc.keepalive_time_ms': KEEPALIVE_TIME,
      'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT,
      'grpc.max_receive_message_length': MAX_MESSAGE,
      'grpc.max_send_message_length': MAX_MESSAGE,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
      'grpc.enable_channelz': 0,
    });
    this.peer = peer;
    this.logger = logger;
    this.isServing = healthProbe(this);
  }

  /** Calls `close` when the channel closes. */
  onClose(close: () => void): void {
    this.#closing.push(close);
  }

  /** Closes the connections. Later calls are refused. */
  override close(): void {
    super.close();
    for (const close of this.#closing) close();
  }
}
