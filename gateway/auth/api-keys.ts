import { LRUCache } from 'lru-cache';
import { AppError } from '#chassis/domain/errors.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { hashOfApiKey, isApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import type { Access } from './access-changes.ts';
import type { Asker, Caller, Judge } from './authenticator.ts';
import { SingleFlight } from './single-flight.ts';

/** The caller that identity names for a value of an API key. */
export interface ApiKeyGrant {
  id: string;
  org_id: string;
  scopes: string[];
  /** Requests per 60 s. */
  rate_limit: number;
  /** RFC 3339: when the key or the value ends. */
  until?: string | null;
}

interface Options {
  /** The grant of the value with this hash. The value itself does not leave this process. */
  resolve(hash: string): Promise<ApiKeyGrant | undefined>;
  access: Pick<Access, 'onKeysChanged'>;
  uses: { note(caller: Caller): void };
  clock?: () => number;
}

/** Milliseconds that a value is not asked about again: one that is good, and one that is not or cannot be asked about. */
const TRUST = 60_000;
const NEGATIVE_TTL = 5_000;
/** Name under which known values ask: values that were good before. */
const KNOWN = 'known values';
/** Values of each kind that are remembered. */
const MAX_VALUES = 10_000;

interface Remembered {
  /** None: the value stands for nothing. */
  caller: Caller | undefined;
  /** Epoch milliseconds: when it is to be asked about again, and when it ends. */
  until: number;
  end: number;
}

/** Judges values of API keys by what identity said of them in the last minute, as long as nothing has changed since. */
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
    // A change that came meanwhile may concern this value: the answer is given to the waiting callers, and not remembered.
    if (changes === before) (grant ? good : bad).set(hash, remembered);
    return remembered;
  }

  /** A good value stays good while nobody can be asked: that it was taken back is told by the access stream. */
  function outlast(hash: string, error: unknown): Remembered {
    const known = good.get(hash);
    if (!known || known.end <= clock()) throw error;
    known.until = Math.min(known.end, clock() + NEGATIVE_TTL);
    return known;
  }

  /** A value that was good waits behind no made-up ones of its address. */
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

/** decisions 3, Scopes: with the role staff, in its org alone. */
function callerOf({ id, org_id, scopes, rate_limit }: ApiKeyGrant): Caller {
  return {
    kind: 'key',
    id,
    principal: { kind: 'key', id, orgId: org_id, role: 'staff', scopes },
    principals: new Map(),
    rateLimit: rate_limit,
  };
}
