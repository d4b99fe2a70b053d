import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { MAX_USES } from '#proto/identity/v1/contract.ts';
import type { Caller } from './authenticator.ts';

/** The last use of an API key, in the form that identity is sent. */
export interface KeyUse {
  id: string;
  org_id: string;
  /** RFC 3339. */
  at: string;
}

/** Uses of API keys that are not yet reported to identity. */
export interface KeyUses extends Component {
  note(caller: Caller): void;
}

interface Options {
  report(uses: KeyUse[]): Promise<unknown>;
  logger: Logger;
  clock?: () => number;
}

/** Milliseconds between reports: half of the allowed delay of `last_used_at` (decisions 3: Revoke). */
const REPORT_INTERVAL = 30_000;

interface Use {
  orgId: string;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * Collects uses in memory, so that a request costs no write. Reports them to identity every 30 s, and when the process
 * stops.
 */
export function createKeyUses({ report, logger, clock = Date.now }: Options): KeyUses {
  let pending = new Map<string, Use>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    const uses = pending;
    pending = new Map();
    const messages = [...uses].map(([id, { orgId, at }]) => ({ id, org_id: orgId, at: new Date(at).toISOString() }));
    try {
      for (let from = 0; from < messages.length; from += MAX_USES) await report(messages.slice(from, from + MAX_USES));
    } catch (error) {
      logger.warn({ err: error }, 'Uses of API keys wait for the next report');
      // A later use of the same key replaces the failed one. Uses that were already reported may be reported again.
      pending = new Map([...uses, ...pending]);
    }
  }

  return {
    name: 'key uses',
    note({ id, principal }) {
      if (principal) pending.set(id, { orgId: principal.orgId, at: clock() });
    },
    async start() {
      timer = setInterval(() => void flush(), REPORT_INTERVAL);
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
