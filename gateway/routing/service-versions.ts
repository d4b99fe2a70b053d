import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import type { Services } from '../grpc-clients.ts';

export interface Versions {
  /** The version of every process, by name; null for one that does not say in time. Never throws. */
  ask(clients: Services['versions'], call: CallOptions): Promise<Record<string, string | null>>;
}

/** Milliseconds that a process has to answer. */
const PATIENCE = 1_000;
/** Milliseconds until a version is asked for again. */
const LIFETIME = 60_000;

/** Remembers the versions that it was told (decisions 1: Versioning). */
export function createVersions(clock: () => number = Date.now): Versions {
  const known = new Map<string, { version: string; until: number }>();
  const asking = new Map<string, Promise<string | null>>();

  async function fetch(name: string, client: VersionClient, call: CallOptions): Promise<string | null> {
    try {
      const { version } = await client.getVersion({}, { ...call, deadline: Date.now() + PATIENCE });
      known.set(name, { version, until: clock() + LIFETIME });
      return version;
    } catch {
      return null;
    } finally {
      asking.delete(name);
    }
  }

  /** Anyone may ask at any rate: those who wait for a process share one question to it. */
  async function versionOf(name: string, client: VersionClient, call: CallOptions): Promise<string | null> {
    const remembered = known.get(name);
    if (remembered && clock() < remembered.until) return remembered.version;
    const answer = asking.get(name) ?? fetch(name, client, call);
    asking.set(name, answer);
    return answer;
  }

  return {
    async ask(clients, call) {
      const answers = Object.entries(clients).map(
        async ([name, client]) => [name, await versionOf(name, client, call)] as const,
      );
      return Object.fromEntries(await Promise.all(answers));
    },
  };
}

type VersionClient = Pick<Services['versions'][keyof Services['versions']], 'getVersion'>;
