import { hashOfApiKey, isApiKeyValue } from '#chassis/api-key-value.ts';
import { AppError } from '#chassis/errors.ts';
import type { Access } from './access.ts';
import type { Caller } from './auth.ts';

/** Who calls with a value of an API key, as identity says it. */
export interface ApiKeyGrant {
  id: string;
  org_id: string;
  scopes: string[];
  /** Requests per 60 s. */
  rate_limit: number;
  /** RFC 3339: when the key or the value ends. */
  until?: string | null;
}

export interface ApiKeys {
  /** Whose value it is. Throws not_authenticated; upstream_unavailable when identity cannot say, or is asked too much. */
  authenticate(value: string): Caller | Promise<Caller>;
}

interface Options {
  /** What the value of that hash stands for: the value itself stays in this process. */
  resolve(hash: string): Promise<ApiKeyGrant | undefined>;
  access: Pick<Access, 'onKeysChanged'>;
  uses: { note(caller: Caller): void };
  clock?: () => number;
}

/** Milliseconds that a value is not asked about again: one that is good, and one that is not. */
const TRUST = 60_000;
const DISTRUST = 5_000;
/** Values of each kind that are remembered. */
const MAX_VALUES = 10_000;
/** Values that are asked about at once: made-up ones must not take all of identity's time. */
const MAX_QUESTIONS = 100;

interface Remembered {
  /** None: the value stands for nothing. */
  caller: Caller | undefined;
  /** Epoch milliseconds. */
  until: number;
}

/** Judges values of API keys by what identity said of them in the last minute, as long as nothing has changed since. */
export function createApiKeys({ resolve, access, uses, clock = Date.now }: Options): ApiKeys {
  const good = new Map<string, Remembered>();
  const bad = new Map<string, Remembered>();
  const asking = new Map<string, Promise<Remembered>>();
  let changes = 0;

  access.onKeysChanged((ids) => {
    changes += 1;
    for (const [hash, { caller }] of good) if (caller && ids.includes(caller.id)) good.delete(hash);
  });

  function known(hash: string): Remembered | undefined {
    const remembered = good.get(hash) ?? bad.get(hash);
    return remembered && remembered.until > clock() ? remembered : undefined;
  }

  /** Those who wait for the same value share the question. */
  function ask(hash: string): Promise<Remembered> {
    const running = asking.get(hash);
    if (running) return running;
    if (asking.size >= MAX_QUESTIONS) throw overloaded();
    const answer = load(hash).finally(() => asking.delete(hash));
    asking.set(hash, answer);
    return answer;
  }

  async function load(hash: string): Promise<Remembered> {
    const before = changes;
    const grant = await resolve(hash);
    const trust = clock() + (grant ? TRUST : DISTRUST);
    const until = grant?.until ? Math.min(trust, Date.parse(grant.until)) : trust;
    const remembered = { caller: grant && callerOf(grant), until };
    for (const values of [good, bad]) values.delete(hash);
    // What changed meanwhile may have been this: such an answer serves those who wait for it, and nobody after.
    if (changes === before) keep(grant ? good : bad, hash, remembered);
    return remembered;
  }

  function admit({ caller }: Remembered): Caller {
    if (!caller) throw notAuthenticated();
    uses.note(caller);
    return caller;
  }

  return {
    authenticate(value) {
      const hash = hashOfApiKey(value);
      const remembered = known(hash);
      if (remembered) return admit(remembered);
      if (!isApiKeyValue(value)) throw notAuthenticated();
      return ask(hash).then(admit);
    },
  };
}

const notAuthenticated = () => new AppError('not_authenticated', 'Not authenticated');
const overloaded = () =>
  new AppError('upstream_unavailable', 'Too many API keys are being looked up in identity', { retryAfter: 1 });

function keep(values: Map<string, Remembered>, hash: string, remembered: Remembered): void {
  if (values.size >= MAX_VALUES) values.delete(values.keys().next().value as string);
  values.set(hash, remembered);
}

/** decisions 3, Scopes: with the role staff, in its org alone. */
function callerOf({ id, org_id, scopes, rate_limit }: ApiKeyGrant): Caller {
  return {
    kind: 'key',
    id,
    principal: { kind: 'key', id, orgId: org_id, role: 'staff', scopes },
    elsewhere: new Map(),
    rateLimit: rate_limit,
  };
}
