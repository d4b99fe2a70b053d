import { LRUCache } from 'lru-cache';
import { AppError } from '#chassis/domain/errors.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { hashOfApiKey, isApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import type { Access } from './access-changes.ts';
import type { Asker, Caller, Judge } from './authenticator.ts';
import { SingleFlight } from './single-flight.ts';

/** The API key that a value belongs to, as identity answers it. */
export interface ApiKeyGrant {
  id: string;
  org_id: string;
  scopes: string[];
  /** Requests per 60 s. */
  rate_limit: number;
  /** RFC 3339: end of the key or of this value; absent when there is none. */
  until?: string | null;
}

interface Options {
  /**
   * Asks identity for the grant of a value, by its hash; undefined when the value is not valid. The value itself does
   * not leave this process.
   */
  resolve(hash: string): Promise<ApiKeyGrant | undefined>;
  access: Pick<Access, 'onKeysChanged'>;
  uses: { note(caller: Caller): void };
  clock?: () => number;
}

/** Milliseconds that a good value is accepted without asking identity again. */
const TRUST = 60_000;
/** Milliseconds until identity is asked again about a bad value, or after a failed question about a good one. */
const NEGATIVE_TTL = 5_000;
/** Asker name that all values share that were good before. */
const KNOWN = 'known values';
/** Maximum number of remembered good values, and of bad ones. */
const MAX_VALUES = 10_000;

interface Remembered {
  /** undefined: the value belongs to no key. */
  caller: Caller | undefined;
  /** Epoch milliseconds after which identity is asked again. */
  until: number;
  /** Epoch milliseconds when the key or the value ends; infinity: never. */
  end: number;
}

/** Judges values of API keys by identity's answers. An answer is used for a minute, unless the key changes. */
export function createApiKeys({ resolve, access, uses, clock = Date.now }: Options): Judge {
  const good = new LRUCache<string, Remembered>({ max: MAX_VALUES });
  const bad = new LRUCache<string, Remembered>({ max: MAX_VALUES });
  const lookUps = new SingleFlight<Remembered>();
  let changes = 0;

  access.onKeysChanged((ids) => {
    changes += 1;
    for (const [hash, { caller }] of [...good]) if (caller && ids.includes(caller.id)) good.delete(hash);
  });

  async function load(hash: string): Promise<Remembered> {
    const before = changes;
    const grant = await resolve(hash);
    const trust = clock() + (grant ? TRUST : NEGATIVE_TTL);
    const end = grant?.until ? Date.parse(grant.until) : Number.POSITIVE_INFINITY;
    const remembered = { caller: grant && callerOf(grant), until: Math.min(trust, end), end };
    for (const values of [good, bad]) values.delete(hash);
    // A key that changed during this call may be the key of this value. Then the waiting callers get the answer, but it
    // is not remembered.
    if (changes === before) (grant ? good : bad).set(hash, remembered);
    return remembered;
  }

  /**
   * Extends a good value while identity cannot be asked: the access stream would report a revoked key. Throws `error`
   * for any other value.
   */
  function outlast(hash: string, error: unknown): Remembered {
    const known = good.get(hash);
    if (!known || known.end <= clock()) throw error;
    known.until = Math.min(known.end, clock() + NEGATIVE_TTL);
    return known;
  }

  /** Values that were good before do not wait for invented values from the same address. */
  async function ask(hash: string, { address, gone }: Asker): Promise<Remembered> {
    const asker = good.has(hash) ? KNOWN : networkOf(address);
    try {
      return await lookUps.ask(hash, asker, () => load(hash), gone);
    } catch (error) {
      return outlast(hash, error);
    }
  }

  function admit({ caller }: Remembered): Caller {
    if (!caller) throw notAuthenticated();
    uses.note(caller);
    return caller;
  }

  return {
    recall(value) {
      const known = good.get(hashOfApiKey(value));
      return known && clock() < known.until ? admit(known) : undefined;
    },
    async authenticate(value, asker) {
      if (!isApiKeyValue(value)) throw notAuthenticated();
      const hash = hashOfApiKey(value);
      const known = bad.get(hash);
      return admit(known && known.until > clock() ? known : await ask(hash, asker));
    },
  };
}

const notAuthenticated = () => new AppError('not_authenticated', 'Not authenticated');

/** A key acts with the role staff, in its own org only (decisions 3: Scopes). */
function callerOf({ id, org_id, scopes, rate_limit }: ApiKeyGrant): Caller {
  return {
    kind: 'key',
    id,
    principal: { kind: 'key', id, orgId: org_id, role: 'staff', scopes },
    principals: new Map(),
    rateLimit: rate_limit,
  };
}
