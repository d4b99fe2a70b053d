import { Channel } from '@grpc/grpc-js';
import type { Logger } from '../runtime/logger.ts';
import { clientCredentials, type TlsFiles } from './certificates.ts';
import { healthProbe } from './client-call.ts';
import { FLOW_CONTROL_WINDOW, MAX_MESSAGE } from './grpc-limits.ts';

export interface ChannelOptions {
  /** The process that is called: its certificate must carry this name. */
  peer: string;
  /** host:port, or several of them by a name of DNS that has more than one address. */
  address: string;
  tls: TlsFiles;
  logger: Logger;
  /** The name of this process. */
  source: string;
}

/** Calls go to each replica in turn, of those that are connected. */
const SERVICE_CONFIG = JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] });
/**
 * Milliseconds. Names are looked up again when a connection ends; replicas that are replaced within this time and all at
 * once would be missed until it is over.
 */
const MIN_LOOKUP_INTERVAL = 2_000;
/** Milliseconds between two questions whether a replica is still there. */
const KEEPALIVE_TIME = 4_000;
/**
 * Milliseconds that its answer may take: as long as a write (decisions 1: Sizes, times). When they are over, all calls of
 * the connection fail. With less, a replica that stands still for a moment would lose calls that it answers in time.
 */
const KEEPALIVE_TIMEOUT = 8_000;

/**
 * The channel that all calls to a process share: a connection to each of its replicas, from the first call on, and
 * again after each loss. New replicas are found when a connection has reached its age (`grpc-server.ts`) or is lost.
 */
export class PeerChannel extends Channel {
  readonly peer: string;
  readonly logger: Logger;
  /** Whether a replica says that it serves; never rejects. */
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

  /** `close` runs when the channel closes. */
  onClose(close: () => void): void {
    this.#closing.push(close);
  }

  /** Ends the connections; calls are refused from now on. */
  override close(): void {
    super.close();
    for (const close of this.#closing) close();
  }
}
