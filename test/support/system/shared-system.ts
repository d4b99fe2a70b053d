import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SharedBackends, shareBackends } from '../backends/shared-backends.ts';
import { LOCAL_RECEIVERS } from '../webhooks.ts';
import { System } from './system.ts';

/** Rate limit that no test reaches. Tests of rate limits start their own systems. */
const UNLIMITED = 1_000_000;
/** Maximum number of API keys in an org. The test of this limit makes so many keys, so a high number makes it slow. */
export const KEYS_PER_ORG = 500;

export const SHARED_SETTINGS = {
  ...LOCAL_RECEIVERS,
  // Tests search the logs for secrets.
  LOG_LEVEL: 'debug',
  RATE_LIMIT_ANONYMOUS: String(UNLIMITED),
  RATE_LIMIT_USER: String(UNLIMITED),
  RATE_LIMIT_KEY: String(UNLIMITED),
  API_KEY_MAX_PER_ORG: String(KEYS_PER_ORG),
  // Minimum values, because the tests log in hundreds of times.
  ARGON2_MEMORY_KIB: '19456',
  ARGON2_PASSES: '2',
};

/** Location of the shared system. */
export interface Whereabouts {
  dataDir: string;
  databasePrefix: string;
}

/**
 * A system for all test files that need no special settings. GET at `url` borrows the system, and starts it if it does
 * not run. DELETE returns it. If nobody has borrowed it for UNUSED_MS, it is stopped, because it takes processor time
 * from other tests.
 */
export interface SharedSystem {
  url: string;
  stop(): Promise<void>;
}

/**
 * Milliseconds without a borrower until the system is stopped. Longer than the time between two files that borrow it.
 */
const UNUSED_MS = 20_000;

export async function offerSharedSystem(mongodbUrl?: string): Promise<SharedSystem> {
  let running: Promise<System> | undefined;
  let stopping: Promise<unknown> = Promise.resolve();
  let borrowers = 0;
  let unused: NodeJS.Timeout | undefined;

  async function borrow(): Promise<Whereabouts> {
    clearTimeout(unused);
    borrowers += 1;
    running ??= start(shareBackends({ mongodbUrl }));
    const { dataDir, databasePrefix } = await running;
    return { dataDir, databasePrefix };
  }

  function giveBack(): void {
    borrowers -= 1;
    // An error is reported by `stop`, which waits for all stopped systems.
    if (borrowers === 0) unused = setTimeout(() => end().catch(() => undefined), UNUSED_MS).unref();
  }

  function end(): Promise<unknown> {
    // A failed start is ignored here, because the borrowers received its error.
    const ended = running?.then(
      (system) => system.stop(),
      () => undefined,
    );
    running = undefined;
    stopping = Promise.all([stopping, ended]);
    return stopping;
  }

  const server = createServer(async ({ method }, response) => {
    // The server could close a kept connection at the moment when the next file sends its request.
    response.setHeader('connection', 'close');
    if (method === 'DELETE') {
      giveBack();
      response.end();
      return;
    }
    await borrow().then(
      (whereabouts) => response.end(JSON.stringify(whereabouts)),
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      clearTimeout(unused);
      await end();
    },
  };
}

async function start(backends: SharedBackends): Promise<System> {
  const system = new System({ env: SHARED_SETTINGS }, backends);
  await system.ready().catch(async (error) => {
    await system.stop();
    throw error;
  });
  return system;
}
