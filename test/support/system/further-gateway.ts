import type { Instance } from './instance.ts';
import { startReplica } from './replica.ts';

/** A further gateway of a running system, as a replica in a cluster would be. */
export interface FurtherGateway {
  url: string;
  adminUrl: string;
  stop(): Promise<unknown>;
}

/** Resolves when it listens. `env`: its settings besides, which are those of the system's own gateway unless it is to differ. */
export async function startFurtherGateway(system: Instance, env: Record<string, string>): Promise<FurtherGateway> {
  const { address: url, adminUrl, stop } = await startReplica(system, 'gateway', env);
  return { url, adminUrl, stop };
}
