import { AppError } from '#chassis/domain/errors.ts';
import { advance } from '#chassis/domain/record.ts';

/** A credential of a program (interface: API key). */
export interface ApiKey {
  id: string;
  orgId: string;
  name: string;
  /** Scopes (decisions 3). */
  permissions: string[];
  /** Requests per 60 s; null: the configured default. */
  rateLimit: number | null;
  expiresAt: Date | null;
  /** False after the key was revoked. A revoked key never works again. */
  isActive: boolean;
  /** May be a minute old. It does not change the revision of the key. */
  lastUsedAt: Date | null;
  createdById: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** The last four characters of the current value. */
  lastFour: string;
  /** The current value first, then the earlier values that still work. */
  values: KeyValue[];
  revision: number;
}

/** The hash of a value. The value itself is never stored. */
export interface KeyValue {
  hash: string;
  /** The end of the value; null: the value is valid as long as the key. */
  until: Date | null;
}

/** The stored form of a new value. */
export interface NewValue {
  hash: string;
  lastFour: string;
}

export interface NewApiKey {
  name: string;
  permissions: string[];
  rate_limit?: number;
  /** RFC 3339. */
  expires_at?: string;
}

/** The author, org and time of a new key. */
export interface Origin {
  id: string;
  orgId: string;
  createdById: string;
  now: Date;
}

/** The state after a write, and its event. The event is absent if nothing changed. */
export interface ApiKeyDecision {
  state: ApiKey;
  event?: ApiKeyEvent;
}

export interface ApiKeyEvent {
  type: `api_key.${'created' | 'rotated' | 'revoked'}`;
  recordId: string;
  sequence: number;
  data: ApiKeyView;
  previous?: Partial<ApiKeyView>;
}

export type ApiKeyView = ReturnType<ApiKeyRules['view']>;
export type ApiKeyRules = ReturnType<typeof apiKeyRules>;

/** Maximum number of earlier values that still work. */
const MAX_FORMER_VALUES = 10;

/** The rules of API keys. `defaultRateLimit`: requests per 60 s for keys without a limit. */
export function apiKeyRules(defaultRateLimit: number) {
  /** Errors: validation_failed if expires_at has passed. */
  function create(input: NewApiKey, { value, ...origin }: Origin & { value: NewValue }): ApiKeyDecision {
    const { now, ...who } = origin;
    const state: ApiKey = {
      ...who,
      name: input.name,
      permissions: [...new Set(input.permissions)],
      rateLimit: input.rate_limit ?? null,
      expiresAt: futureTime(input.expires_at, now),
      isActive: true,
      lastUsedAt: null,
      createdAt: now,
      updatedAt: now,
      lastFour: value.lastFour,
      values: [{ hash: value.hash, until: null }],
      revision: 1,
    };
    return { state, event: eventOf('api_key.created', state) };
  }

  /** Revokes the key for ever. A key that is already revoked stays unchanged. */
  function revoke(before: ApiKey, now: Date): ApiKeyDecision {
    if (!before.isActive) return { state: before };
    const state = { ...advance(before, now), isActive: false, values: [] };
    return { state, event: { ...eventOf('api_key.revoked', state), previous: { is_active: true } } };
  }

  /**
   * Gives the key a new value. Earlier values work for `overlap` more seconds, or until their own end if that is
   * earlier. Errors: invalid_transition if the key is revoked or expired, or if too many earlier values still work.
   */
  function rotate(before: ApiKey, value: NewValue, overlap: number, now: Date): ApiKeyDecision {
    refuseIfEnded(before, now);
    const until = new Date(now.getTime() + overlap * 1000);
    const former = before.values
      .map((one) => ({ hash: one.hash, until: one.until && one.until < until ? one.until : until }))
      .filter((one) => now < one.until);
    refuseIfTooMany(former);
    const state = {
      ...advance(before, now),
      lastFour: value.lastFour,
      values: [{ hash: value.hash, until: null }, ...former],
    };
    return { state, event: { ...eventOf('api_key.rotated', state), previous: { last_four: before.lastFour } } };
  }

  /** The key in its public form (interface: API key). */
  function view(key: ApiKey) {
    return {
      id: key.id,
      org_id: key.orgId,
      name: key.name,
      permissions: key.permissions,
      scopes: key.permissions,
      rate_limit: key.rateLimit ?? defaultRateLimit,
      created_at: key.createdAt.toISOString(),
      expires_at: key.expiresAt?.toISOString() ?? null,
      is_active: key.isActive,
      last_used_at: key.lastUsedAt?.toISOString() ?? null,
      created_by_id: key.createdById,
      // Set after the rpc: events and stored replies have no names of persons.
      created_by_name: null as string | null,
      last_four: key.lastFour,
      updated_at: key.updatedAt.toISOString(),
    };
  }

  /** The rights of a caller with the value of this hash; undefined if the value is refused. */
  function grant(key: ApiKey, hash: string, now: Date) {
    const value = key.values.find((one) => one.hash === hash);
    if (!key.isActive || !value) return undefined;
    const [until] = [key.expiresAt, value.until].filter((time) => time !== null).sort((a, b) => Number(a) - Number(b));
    if (until && until <= now) return undefined;
    return {
      id: key.id,
      org_id: key.orgId,
      scopes: key.permissions,
      rate_limit: key.rateLimit ?? defaultRateLimit,
      until: until?.toISOString() ?? null,
    };
  }

  function eventOf(type: ApiKeyEvent['type'], state: ApiKey): ApiKeyEvent {
    return { type, recordId: state.id, sequence: state.revision, data: view(state) };
  }

  return { create, revoke, rotate, view, grant };
}

function futureTime(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (time > now) return time;
  const error = 'expires_at is in the past';
  const issue = { loc: ['body', 'expires_at'], type: 'value_error', msg: `Value error, ${error}`, ctx: { error } };
  throw new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, input: text }] });
}

function refuseIfEnded({ isActive, expiresAt }: ApiKey, now: Date): void {
  const hasExpired = expiresAt !== null && expiresAt <= now;
  if (isActive && !hasExpired) return;
  const message = isActive ? 'API key has expired; allowed: revoke' : 'API key is revoked; no move is allowed';
  throw new AppError('invalid_transition', message);
}

function refuseIfTooMany(former: unknown[]): void {
  if (former.length <= MAX_FORMER_VALUES) return;
  const message = `API key has ${MAX_FORMER_VALUES} former values that still work; allowed: revoke, rotate without overlap`;
  throw new AppError('invalid_transition', message);
}
