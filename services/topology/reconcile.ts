import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager } from '@nats-io/jetstream';
import type { Logger } from '#chassis/runtime/logger.ts';
import { differences } from './difference.ts';
import type { Topology } from './topology.ts';

/** Something that JetStream holds, by how it is looked for, added and changed. */
interface Declared {
  label: string;
  config: object;
  /** Settings that only a new one can have otherwise. */
  fixed: string[];
  find(): Promise<{ config: object }>;
  add(): Promise<unknown>;
  change(): Promise<unknown>;
}

const NOT_FOUND: unknown[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];

/**
 * Makes JetStream hold what is declared: adds what is missing, changes what may change, and leaves alone whatever else
 * there is. Throws, after all the rest is done, naming the settings that cannot be changed, and what the server refuses.
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
      // The client merges this into what is in force: a single filter stands there under another name.
      change: () => consumers.update(stream, config.name, { ...config, filter_subject: '' }),
    })),
  ];
}

/** Returns what is in the way; nothing is changed beside it. Throws where the server cannot be asked. */
async function reconcileOne({ label, config, fixed, ...how }: Declared, logger: Logger): Promise<string[]> {
  const known = await how.find().catch(ignoreNotFound);
  const changed = known && differences(config, known.config);
  if (changed?.length === 0) return [];
  const refused = changed?.filter((setting) => fixed.includes(setting)) ?? [];
  if (refused.length > 0) return [`Only a new ${label} could have another ${refused.join(', ')}`];
  try {
    await (changed ? how.change() : how.add());
  } catch (error) {
    // A setting that this server cannot have is no reason to leave the rest undeclared.
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
