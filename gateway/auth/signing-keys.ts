import { importJWK } from 'jose';
import type { Component } from '#chassis/runtime/run-service.ts';

/** A public Ed25519 key as identity lists it. */
export interface SigningKey {
  kid: string;
  x: string;
}

export interface SigningKeys extends Component {
  /**
   * The key with the id `kid`; undefined when there is none. Asks identity about an unknown id. Throws
   * upstream_unavailable when identity does not answer.
   */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** Keys whose tokens are valid now. */
  list(): Promise<SigningKey[]>;
}

interface Options {
  fetch: () => Promise<SigningKey[]>;
  /** Called after the set of keys has changed. */
  changed: () => void;
  clock?: () => number;
}

/** Milliseconds between two reads of identity's keys, once keys are known. */
const REFRESH_INTERVAL = 300_000;
/** Minimum milliseconds between two reads: an invented key id must not cost a call for each token. */
const MISS_INTERVAL = 5_000;
/** Milliseconds between two reads until the first keys are known. */
const FIRST_INTERVAL = 500;

/** Holds the public keys that verify access tokens (decisions 3: Token). */
export function createSigningKeys({ fetch, changed, clock = Date.now }: Options): SigningKeys {
  let listed: SigningKey[] = [];
  let keys = new Map<string, CryptoKey>();
  let asked = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  function refresh(): Promise<void> {
    if (asking && clock() - asked < MISS_INTERVAL) return asking;
    asked = clock();
    asking = load();
    // Waiting callers share this promise and handle its failure. Without a caller, the failure would be unhandled.
    asking.catch(() => undefined);
    return asking;
  }

  async function load(): Promise<void> {
    const fresh = await fetch();
    const same = fresh.length === listed.length && fresh.every(({ kid }) => keys.has(kid));
    if (same) return;
    keys = new Map(await Promise.all(fresh.map(async (key) => [key.kid, await importKey(key)] as const)));
    listed = fresh;
    changed();
  }

  async function watch(): Promise<void> {
    asking = undefined;
    await refresh().catch(() => undefined);
    timer = setTimeout(watch, keys.size === 0 ? FIRST_INTERVAL : REFRESH_INTERVAL).unref();
  }

  return {
    name: 'signing keys',
    async find(kid) {
      if (!keys.has(kid)) await refresh();
      return keys.get(kid);
    },
    async list() {
      if (listed.length === 0) await refresh();
      return listed;
    },
    async start() {
      await watch();
    },
    async stop() {
      clearTimeout(timer);
    },
    ready: () => keys.size > 0 || 'identity has not listed its signing keys yet',
  };
}

async function importKey({ x }: SigningKey): Promise<CryptoKey> {
  return (await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA')) as CryptoKey;
}
