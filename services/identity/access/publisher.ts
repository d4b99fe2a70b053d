import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '#chassis/messaging/bus.ts';
import type { StreamPublisher } from '#chassis/messaging/stream-publisher.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { ACCESS_RELEVANT_MS, ACCESS_STREAM, type AccessMessage, accessSubjects } from '#proto/identity/v1/contract.ts';
import type { Revocation, RevocationPage } from './domain/revocation.ts';
import type { RevocationRepository } from './repository.ts';

/** Milliseconds between two rounds when nothing has changed. Each round sends a heartbeat. */
const ROUND_MS = 1000;
const BATCH = 500;

export interface AccessPublisher extends Component {
  /** Starts a round now. */
  announce(): void;
}

export interface AccessPublisherParts {
  bus: Pick<Bus, 'connected' | 'publisher'>;
  revocations: Pick<RevocationRepository, 'page' | 'unpublished' | 'markPublished'>;
  /** Id of this process: letters and digits. */
  instance: string;
  logger: Logger;
}

/**
 * Publishes revocations to all gateways. Every replica publishes all revocations that are not yet marked as published,
 * so a revocation may be published twice. The heartbeat of a round tells gateways that nothing before it is missing
 * (ADR 7).
 */
export function createAccessPublisher({ bus, revocations, instance, logger }: AccessPublisherParts): AccessPublisher {
  const stream = bus.publisher({ stream: ACCESS_STREAM });
  const stopping = new AbortController();
  let announced = Promise.withResolvers<void>();
  let filled: number | undefined;
  let loop: Promise<void> = Promise.resolve();

  async function round(): Promise<void> {
    const looked = steadyNow();
    const made = await stream.open();
    if (made !== filled) await publishEverything(stream, revocations);
    filled = made;
    await publishPending(stream, revocations);
    await stream.publish(accessSubjects.heartbeat(instance), textOf({ kind: 'heartbeat', instance, looked }));
  }

  async function repeat(): Promise<void> {
    while (!stopping.signal.aborted) {
      announced = Promise.withResolvers();
      if (bus.connected() === true) {
        await round().catch((error) => logger.warn({ err: error }, 'Gateways could not be told who has lost access'));
      }
      await Promise.race([announced.promise, delay(ROUND_MS, undefined, { signal: stopping.signal })]).catch(
        () => undefined,
      );
    }
  }

  return {
    name: 'access publisher',
    announce: () => announced.resolve(),
    async start() {
      loop = repeat();
    },
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

/** Publishes all revocations that can still matter, into a stream that was lost and created again. */
async function publishEverything(
  stream: StreamPublisher,
  revocations: AccessPublisherParts['revocations'],
): Promise<void> {
  const since = new Date(Date.now() - ACCESS_RELEVANT_MS);
  for (let after: string | undefined = ''; after !== undefined; ) {
    const { changes, next }: RevocationPage = await revocations.page(since, after);
    for (let from = 0; from < changes.length; from += BATCH)
      await publishAll(stream, changes.slice(from, from + BATCH));
    after = next;
  }
}

async function publishPending(
  stream: StreamPublisher,
  revocations: AccessPublisherParts['revocations'],
): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    const pending = await revocations.unpublished(BATCH);
    await publishAll(stream, pending);
    const ids = pending.map(({ id }) => id);
    if (ids.length > 0) await revocations.markPublished(ids, new Date());
    count = ids.length;
  }
}

async function publishAll(stream: StreamPublisher, revocations: Revocation[]): Promise<void> {
  const publish = ({ id, sessions, keys }: Revocation) =>
    stream.publish(accessSubjects.revoked(id), textOf({ kind: 'revoked', id, sessions, keys }));
  await Promise.all(revocations.map(publish));
}

const textOf = (message: AccessMessage) => JSON.stringify(message);

/** Epoch milliseconds. The clock is monotonic: changes of the system clock do not affect it. */
const steadyNow = () => performance.timeOrigin + performance.now();
