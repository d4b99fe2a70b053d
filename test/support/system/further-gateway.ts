import type { Instance } from './instance.ts';
import { startReplica } from './replica.ts';

/** A second gateway of a running system, like a replica in a cluster. */
export interface FurtherGateway {
  url: string;
  adminUrl: string;
  stop(): Promise<unknown>;
}

/**
 * Starts a second gateway, and resolves when it listens. `env`: settings that differ from the settings of the system's
 * own gateway.
 */
export async function startFurtherGateway(system: Instance, env: Record<string, string>): Promise<FurtherGateway> {
  const { address: url, adminUrl, stop } = await startReplica(system, 'gateway', env);
  return { url, adminUrl, stop };
}
