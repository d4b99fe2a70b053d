import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SharedBackends, shareBackends } from '../backends/shared-backends.ts';
import { LOCAL_RECEIVERS } from '../webhooks.ts';
import { System } from './system.ts';

/** Limits are for tests of limits, which start systems of their own. */
export const UNLIMITED = 1_000_000;
/** More than any file makes, and few enough for one that makes as many. */
export const KEYS_PER_ORG = 500;

export const SHARED_SETTINGS = {
  ...LOCAL_RECEIVERS,
  // Tests look for secrets in the logs.
  LOG_LEVEL: 'debug',
  RATE_LIMIT_ANONYMOUS: String(UNLIMITED),
  RATE_LIMIT_USER: String(UNLIMITED),
  RATE_LIMIT_KEY: String(UNLIMITED),
  API_KEY_MAX_PER_ORG: String(KEYS_PER_ORG),
  // The least that is allowed: hundreds of logins are made.
  ARGON2_MEMORY_KIB: '19456',
  ARGON2_PASSES: '2',
};

/** Where a file of tests finds the shared system. */
export interface Whereabouts {
  dataDir: string;
  databasePrefix: string;
}

/**
 * A system for all files of tests that need no settings of their own. GET at `url` borrows it, and starts it if it does
 * not run; DELETE gives it back. Without a borrower for a while, it is stopped: it would take processor time from the
 * rest of the run.
 */
export interface SharedSystem {
  url: string;
  stop(): Promise<void>;
}

/** Milliseconds: longer than what lies between two files that borrow it. */
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
    // Errors are told when all is stopped.
    if (borrowers === 0) unused = setTimeout(() => end().catch(() => undefined), UNUSED_MS).unref();
  }

  function end(): Promise<unknown> {
    // The borrowers were told that it could not start.
    const ended = running?.then(
      (system) => system.stop(),
      () => undefined,
    );
    running = undefined;
    stopping = Promise.all([stopping, ended]);
    return stopping;
  }

  const server = createServer(async ({ method }, response) => {
    // A connection that is kept may be closed just when the next file asks.
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
