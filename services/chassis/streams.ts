import {
  DiscardPolicy,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { Logger } from './logger.ts';
import { KEPT_DAYS } from './outbox.ts';

/** The stream of all events. */
export const EVENTS = 'EVENTS';
const DAY = 24 * 3600_000;

const eventStream = {
  name: EVENTS,
  subjects: ['events.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(KEPT_DAYS * DAY),
  // A full stream refuses what is new instead of forgetting what is old: the outbox keeps it.
  discard: DiscardPolicy.New,
  duplicate_window: nanos(2 * 60_000),
};

const deadStream = {
  name: 'DEAD',
  subjects: ['dead.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(30 * DAY),
  discard: DiscardPolicy.Old,
};

/** Declares the streams that are missing, with as many `replicas`. */
export async function declareStreams(manager: JetStreamManager, replicas: number, logger: Logger): Promise<void> {
  for (const config of [eventStream, deadStream]) await declare(manager, { ...config, num_replicas: replicas }, logger);
}

async function declare(
  { streams }: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
  logger: Logger,
): Promise<void> {
  const known = await streams.info(config.name).catch(() => undefined);
  if (known) return;
  // Several processes may get here at once: adding a stream that is there with the same settings is no error.
  await streams.add(config);
  logger.info({ stream: config.name }, 'Stream declared');
}
