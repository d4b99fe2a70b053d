import { setTimeout as delay } from 'node:timers/promises';
import type { Bus } from '#chassis/messaging/bus.ts';
import type { StreamPublisher } from '#chassis/messaging/stream-publisher.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { ACCESS_RELEVANT_MS, ACCESS_STREAM, type AccessMessage, accessSubjects } from '#proto/identity/v1/contract.ts';
import type { Revocation, RevocationPage } from './domain/revocation.ts';
import type { RevocationRepository } from './repository.ts';

/** Milliseconds between heartbeats when nothing happens. */
const ROUND_EVERY = 1000;
const BATCH = 500;

export interface AccessPublisher extends Component {
  /** Looks at once for what has just been committed. */
  announce(): void;
}

export interface AccessPublisherParts {
  bus: Pick<Bus, 'connected' | 'publisher'>;
  revocations: Pick<RevocationRepository, 'page' | 'unpublished' | 'markPublished'>;
  /** Names this process, in letters and digits. */
  instance: string;
  logger: Logger;
}

/**
 * Tells every gateway what it may not believe any longer. Every replica publishes whatever is not published yet: twice
 * is harmless. The heartbeat that follows says that nothing is missing (ADR 7).
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
      await Promise.race([announced.promise, delay(ROUND_EVERY, undefined, { signal: stopping.signal })]).catch(
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

/** Into a stream that has lost what was published. */
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

/** Epoch milliseconds of a clock that goes on steadily, whatever is done to the system's. */
const steadyNow = () => performance.timeOrigin + performance.now();
