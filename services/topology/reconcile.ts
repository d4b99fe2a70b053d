import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import type { Logger } from '#chassis/runtime/logger.ts';
import { differences } from './difference.ts';
import type { Topology } from './topology.ts';

/** A stream or consumer: its declaration, and how to find, add and change it. */
interface Declared {
  label: string;
  config: object;
  /** Settings that cannot be changed after the creation. */
  fixed: string[];
  find(): Promise<{ config: object }>;
  add(): Promise<unknown>;
  change(): Promise<unknown>;
}

const NOT_FOUND: unknown[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];

/**
 * Makes JetStream equal to the declaration: adds missing streams and consumers, and changes settings that can be
 * changed. Others are left alone. Throws after all others were handled, with the settings that cannot be changed and
 * the refusals of the server.
 */
export async function reconcile(manager: JetStreamManager, topology: Topology, logger: Logger): Promise<void> {
  const faults: string[] = [];
  for (const one of declared(manager, topology)) faults.push(...(await reconcileOne(one, logger)));
  if (faults.length > 0) throw new Error(faults.join('; '));
}

function declared({ streams, consumers }: JetStreamManager, topology: Topology): Declared[] {
  return [
    ...topology.streams.map((config) => ({
      label: `stream ${config.name}`,
      config,
      fixed: ['retention', 'storage'],
      find: () => streams.info(config.name),
      add: () => streams.add(config),
      change: () => streams.update(config.name, config),
    })),
    ...topology.consumers.map(({ stream, config }) => ({
      label: `consumer ${config.name}`,
      config,
      fixed: ['ack_policy', 'deliver_policy'],
      find: () => consumers.info(stream, config.name),
      add: () => consumers.add(stream, config),
      // The client merges this into the present settings, which may show a single filter as `filter_subject`.
      change: () => consumers.update(stream, config.name, { ...config, filter_subject: '' }),
    })),
  ];
}

/**
 * Returns the faults. If a setting cannot be changed, nothing of it is changed. Throws if the server cannot be reached.
 */
async function reconcileOne({ label, config, fixed, ...how }: Declared, logger: Logger): Promise<string[]> {
  const known = await how.find().catch(ignoreNotFound);
  const changed = known && differences(config, known.config);
  if (changed?.length === 0) return [];
  const refused = changed?.filter((setting) => fixed.includes(setting)) ?? [];
  if (refused.length > 0) return [`Only a new ${label} could have another ${refused.join(', ')}`];
  try {
    await (changed ? how.change() : how.add());
  } catch (error) {
    // If the server refuses one setting, the other streams and consumers are still declared.
    if (!(error instanceof JetStreamApiError)) throw error;
    return [`The server refuses ${changed?.join(', ') ?? 'a new one'} of ${label}: ${error.message}`];
  }
  logger.info({ changed }, changed ? `Changed ${label}` : `Declared ${label}`);
  return [];
}

function ignoreNotFound(error: unknown): undefined {
  if (error instanceof JetStreamApiError && NOT_FOUND.includes(error.code)) return undefined;
  throw error;
}
