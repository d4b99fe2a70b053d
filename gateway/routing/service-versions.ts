import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import type { Services } from '../grpc-clients.ts';

export interface Versions {
  /** The version of every process, by name; null for a process that does not answer in time. Never throws. */
  ask(clients: Services['versions'], call: CallOptions): Promise<Record<string, string | null>>;
}

/** Maximum milliseconds until a process must answer. */
const ANSWER_TIMEOUT = 1_000;
/** Milliseconds that a version is remembered. */
const LIFETIME = 60_000;

/** Asks processes for their versions, and remembers the answers (decisions 1: Versioning). */
export function createVersions(clock: () => number = Date.now): Versions {
  const known = new Map<string, { version: string; until: number }>();
  const asking = new Map<string, Promise<string | null>>();

  async function fetch(name: string, client: VersionClient, call: CallOptions): Promise<string | null> {
    try {
      const { version } = await client.getVersion({}, { ...call, deadline: Date.now() + ANSWER_TIMEOUT });
      known.set(name, { version, until: clock() + LIFETIME });
      return version;
    } catch {
      return null;
    } finally {
      asking.delete(name);
    }
  }

  /** Concurrent callers share one question to a process, because anyone may ask, at any rate. */
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
