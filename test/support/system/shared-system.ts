import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SharedBackends, shareBackends } from '../backends/shared-backends.ts';
import { LOCAL_RECEIVERS } from '../webhooks.ts';
import { System } from './system.ts';

/** Limits are for tests of limits, which start systems of their own. */
export const UNLIMITED = 1_000_000;
export const SHARED_SETTINGS = {
  ...LOCAL_RECEIVERS,
  RATE_LIMIT_ANONYMOUS: String(UNLIMITED),
  RATE_LIMIT_USER: String(UNLIMITED),
  RATE_LIMIT_KEY: String(UNLIMITED),
};

/** Where a file of tests finds the shared system. */
export interface Whereabouts {
  dataDir: string;
  databasePrefix: string;
}

/** One system for all files of tests that need no settings of their own: started when the first asks for it at `url`. */
export interface SharedSystem {
  url: string;
  stop(): Promise<void>;
}

export async function offerSharedSystem(env: Record<string, string>, mongodbUrl?: string): Promise<SharedSystem> {
  const backends = shareBackends({ mongodbUrl });
  let started: Promise<System> | undefined;
  const server = createServer(async (_, response) => {
    started ??= start(backends, env);
    await started.then(
      ({ dataDir, databasePrefix }) => response.end(JSON.stringify({ dataDir, databasePrefix } satisfies Whereabouts)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      // That it could not start was told to those who asked for it.
      await started?.then(
        (system) => system.stop(),
        () => undefined,
      );
    },
  };
}

async function start(backends: SharedBackends, env: Record<string, string>): Promise<System> {
  const system = new System({ env: { ...env, ...SHARED_SETTINGS } }, backends);
  await system.ready().catch(async (error) => {
    await system.stop();
    throw error;
  });
  return system;
}
