import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { BusSession } from './bus-session.ts';

export interface FeedOptions {
  /** The stream's name. */
  stream: string;
  /** What it holds: the newest message of each subject. */
  subjects: string[];
  /** Milliseconds that a message is kept. */
  keep: number;
}

/** A stream that every process reads for itself and from its beginning: news of a state, not work to be done once. */
export interface Feed {
  /**
   * Declares the stream where it is missing; resolves to when it was made, in epoch milliseconds. Another answer than
   * before: what had been published is lost.
   */
  open(): Promise<number>;
  /** Resolves when the stream has stored it. */
  publish(subject: string, payload: string): Promise<void>;
}

const PUBLISH_TIMEOUT = 3000;

export function createFeed(session: BusSession, replicas: number, { stream, subjects, keep }: FeedOptions): Feed {
  const config = {
    name: stream,
    subjects,
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    max_age: nanos(keep),
    max_msgs_per_subject: 1,
    discard: DiscardPolicy.Old,
    num_replicas: replicas,
  };
  return {
    async open() {
      const { streams } = session.link().manager;
      const { created } = await streams.info(stream).catch(() => streams.add(config));
      return Date.parse(created);
    },
    async publish(subject, payload) {
      await session.link().client.publish(subject, payload, { timeout: PUBLISH_TIMEOUT });
    },
  };
}
