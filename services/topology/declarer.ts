import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { clientOptions, type NatsSettings, natsServerOf } from '#chassis/messaging/nats-server.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { topologyConfig } from './config.ts';
import { DEAD } from './dead-letters/dead-letters.ts';
import { consumerOf } from './dead-letters/domain/letter.ts';
import { asDeclared, deadLettersWaiting } from './metrics.ts';
import { reconcile } from './reconcile.ts';
import { topology } from './topology.ts';

type Config = NatsSettings & Pick<ConfigOf<typeof topologyConfig>, 'NATS_REPLICAS'>;

/** Milliseconds between two checks. A deleted stream is created again within this time, and the outboxes fill it. */
const CHECK_MS = 2000;

/**
 * Checks forever whether the streams and consumers of JetStream are as declared, and repairs them. It is ready if the
 * last check succeeded.
 */
export function createDeclarer(config: Config, logger: Logger): Component {
  const stopping = new AbortController();
  const declared = topology(config.NATS_REPLICAS);
  let fault: string | undefined = 'nothing is declared yet';
  let loop: Promise<void> = Promise.resolve();

  async function declareForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      await whileConnected(config, (connection) => keep(connection)).catch(note);
      await delay(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function keep(connection: NatsConnection): Promise<void> {
    const manager = await jetstreamManager(connection, { checkAPI: false });
    while (!stopping.signal.aborted && !connection.isClosed()) {
      await reconcile(manager, declared, logger).then(() => note(undefined), note);
      await countDeadLetters(manager).catch((error) => logger.warn({ err: error }, 'Dead letters were not counted'));
      await delay(CHECK_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  /** Logs each new error once, not at every check. */
  function note(error: unknown): void {
    const message = error instanceof Error ? error.message : undefined;
    if (message !== undefined && message !== fault)
      logger.error({ err: error }, 'Streams and consumers are not as declared');
    if (message === undefined && fault !== undefined) logger.info('Streams and consumers are as declared');
    fault = message;
    asDeclared.set(message === undefined ? 1 : 0);
  }

  return {
    name: 'declarer',
    async start() {
      loop = declareForEver();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
    ready: () => fault === undefined || fault,
  };
}

async function countDeadLetters({ streams }: JetStreamManager): Promise<void> {
  const { state } = await streams.info(DEAD, { subjects_filter: 'dead.>' });
  // Removes consumers that have no letters any more.
  deadLettersWaiting.reset();
  for (const [subject, count] of Object.entries(state.subjects ?? {}))
    deadLettersWaiting.set({ consumer: consumerOf(subject) }, count);
}

async function whileConnected(config: Config, work: (connection: NatsConnection) => Promise<void>): Promise<void> {
  const connection = await connect({ ...clientOptions(natsServerOf(config)), name: 'topology' });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}
