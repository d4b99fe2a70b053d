import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import { EVENTS, KEPT_DAYS } from '#chassis/messaging/streams.ts';
import { durableConsumers } from '#proto/common/v1/durable-consumers.contract.ts';
import { ACCESS_RELEVANT_MS, ACCESS_STREAM, accessSubjects } from '#proto/identity/v1/session.contract.ts';

type Named<Config> = Partial<Config> & { name: string };

/** The streams and consumers of JetStream. They are declared in this order: streams, then consumers. */
export interface Topology {
  streams: Named<StreamConfig>[];
  consumers: { stream: string; config: Named<ConsumerConfig> }[];
}

const DAY = 24 * 3600_000;
/**
 * Milliseconds until an unacknowledged message is delivered again, for example after its process was killed. A slow
 * process extends this time.
 */
const ACK_WAIT = 12_000;

/** The streams with this number of replicas, and the durable consumer of each service. */
export function topology(replicas: number): Topology {
  return {
    streams: [eventStream, deadStream, accessStream].map((config) => ({ ...config, num_replicas: replicas })),
    consumers: Object.values(durableConsumers).map(durableConsumer),
  };
}

/** A durable consumer. Each event that matches one of `filters` goes to one process. */
export function durableConsumer({ durable, filters }: { durable: string; filters: string[] }) {
  const config = {
    name: durable,
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT),
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 5000,
    filter_subjects: filters,
  };
  return { stream: EVENTS, config };
}

const eventStream = {
  name: EVENTS,
  subjects: ['events.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(KEPT_DAYS * DAY),
  // A full stream refuses new messages instead of dropping old ones. The outbox still holds them.
  discard: DiscardPolicy.New,
  duplicate_window: nanos(2 * 60_000),
};

/** The messages that a service has given up: dead.<service>. */
const deadStream = {
  name: 'DEAD',
  subjects: ['dead.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(30 * DAY),
  discard: DiscardPolicy.Old,
};

/**
 * The newest message of each subject. Gateways read it without a consumer, because they are not allowed to create one.
 */
const accessStream = {
  name: ACCESS_STREAM,
  subjects: [accessSubjects.all],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(ACCESS_RELEVANT_MS),
  max_msgs_per_subject: 1,
  discard: DiscardPolicy.Old,
  allow_direct: true,
};
