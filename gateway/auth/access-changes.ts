import { Gauge } from 'prom-client';
import { AppError } from '#chassis/domain/errors.ts';
import type { Bus } from '#chassis/messaging/bus.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { registry } from '#chassis/runtime/metrics.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import {
  ACCESS_RELEVANT_MS,
  ACCESS_STREAM,
  type AccessChange,
  AccessMessage,
  membershipOf,
} from '#proto/identity/v1/contract.ts';
import { Freshness } from './freshness.ts';

const confirmedAge = new Gauge({
  name: 'access_confirmed_age_seconds',
  help: 'Age of what the gateway knows of ended sessions and changed keys; beyond 5 s it refuses callers.',
  registers: [registry],
});

/** Milliseconds without a confirmation until the gateway asks identity in the background. */
const ASK_AFTER = 3000;
/** Milliseconds without a confirmation until a request waits for identity before its credential is accepted. */
const VALID_FOR = 5000;
/** Milliseconds between two checks of the age of the last confirmation. */
const CHECK_EVERY = 250;

/**
 * Ended sessions, changed API keys and changed memberships that the gateway knows (decisions 3: Sessions end early).
 */
export interface Access extends Component {
  /**
   * Returns undefined when the last confirmation is at most 5 s old: the request need not wait. Otherwise asks
   * identity; throws upstream_unavailable when identity does not answer.
   */
  confirm(): void | Promise<void>;
  isEnded(sessionId: string): boolean;
  /** Memberships that changed recently. Valid tokens may still name their earlier state. */
  memberships: Pick<ChangedMemberships, 'find'>;
  /** Calls `listener` with the ids of changed API keys. The listener must drop its cached answers about these keys. */
  onKeysChanged(listener: (keyIds: string[]) => void): void;
}

interface AccessPage {
  changes: AccessChange[];
  as_of: string;
  next?: string | undefined;
}

interface Options {
  bus: Pick<Bus, 'subscriber'>;
  /**
   * Asks identity for a page of access changes. `since` is the `as_of` of an earlier answer; without it, all changes
   * that still matter are returned. `after` is empty for the first page, and the `next` of the previous page for each
   * further page.
   */
  list(page: { since?: string; after: string }): Promise<AccessPage>;
  logger: Logger;
  /** A monotonic clock, in milliseconds. */
  clock?: () => number;
}

/** Follows the stream of revocations. Asks identity when the stream confirms nothing (ADR 7). */
export function createAccess({ bus, list, logger, clock = () => performance.now() }: Options): Access {
  const revoked = new Revoked();
  const confirmation = new Freshness();
  const listeners: ((keyIds: string[]) => void)[] = [];
  const subscriber = bus.subscriber({ stream: ACCESS_STREAM, handle: ({ json }) => hear(json()) });
  let asking: Promise<void> | undefined;
  let asOf: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  function hear(payload: unknown): void {
    const message = AccessMessage.parse(payload);
    if (message.kind === 'revoked') learn(message);
    else confirmation.heartbeat(message.instance, message.looked, clock());
  }

  function learn(change: AccessChange): void {
    if (!revoked.add(change, clock())) return;
    const keyIds = change.keys.filter((key) => membershipOf(key) === undefined);
    if (keyIds.length > 0) for (const listener of listeners) listener(keyIds);
  }

  /** Runs one question at a time. Concurrent callers share its answer. */
  function ask(): Promise<void> {
    asking ??= load().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  async function load(): Promise<void> {
    const asked = clock();
    const since = asOf === undefined ? {} : { since: asOf };
    const first = await list({ ...since, after: '' });
    for (let page = first; ; page = await list({ ...since, after: page.next })) {
      for (const change of page.changes) learn(change);
      if (page.next === undefined) break;
    }
    // A change that is committed while pages are read may be on no page. So the next question starts at the first
    // page's time.
    asOf = first.as_of;
    confirmation.confirm(asked);
  }

  async function confirmByAsking(): Promise<void> {
    await ask().catch((error) => {
      throw unconfirmed(error);
    });
  }

  function checkAge(): void {
    const age = clock() - confirmation.at;
    confirmedAge.set(age / 1000);
    if (age > ASK_AFTER) ask().catch((error) => logger.debug({ err: error }, 'Access was not confirmed'));
  }

  return {
    name: 'access',
    confirm: () => (clock() - confirmation.at <= VALID_FOR ? undefined : confirmByAsking()),
    isEnded: (sessionId) => revoked.isEnded(sessionId),
    memberships: revoked.memberships,
    onKeysChanged: (listener) => void listeners.push(listener),
    async start() {
      await subscriber.start();
      checkAge();
      timer = setInterval(checkAge, CHECK_EVERY);
    },
    async stop() {
      clearInterval(timer);
      await subscriber.stop();
    },
    // After the first confirmation the gateway stays ready. It refuses credentials that it cannot confirm, and still
    // serves public routes.
    ready: () => confirmation.at > Number.NEGATIVE_INFINITY || 'nobody has said yet who has lost access',
  };
}

const unconfirmed = (cause: unknown) =>
  new AppError('upstream_unavailable', 'Service identity is unavailable: access could not be confirmed', {
    retryAfter: 1,
    cause,
  });

/**
 * Revocations that a still valid credential could ignore. Each change uses memory for its id. A membership also uses
 * memory for its last change only.
 */
export class Revoked {
  readonly memberships = new ChangedMemberships();
  readonly #sessions = new Recent();
  readonly #changes = new Recent();

  isEnded(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** Returns false for a change that was added before. */
  add({ id, sessions, keys }: AccessChange, now: number): boolean {
    for (const recent of [this.#changes, this.#sessions, this.memberships]) recent.forget(now - ACCESS_RELEVANT_MS);
    if (this.#changes.has(id)) return false;
    this.#changes.add(id, now);
    const memberships = keys.filter((key) => membershipOf(key) !== undefined);
    for (const key of memberships) this.memberships.add(key, now);
    // A changed membership does not end the sessions in the same change (AccessChange).
    if (memberships.length === 0) for (const session of sessions) this.#sessions.add(session, now);
    return true;
  }
}

/** The user's current principal in an org, or the error that refuses it. */
export type Standing = { principal: Principal } | { refusal: AppError };

/**
 * A membership that has changed. `standing`: identity's answer, or the running question; absent before the first
 * question.
 */
export interface ChangedMembership {
  standing?: Standing | Promise<Standing>;
}

/** Memberships whose earlier state valid tokens may name. */
export class ChangedMemberships {
  /** By user: for a user without changed memberships, one map lookup is enough. */
  readonly #byUser = new Map<string, Map<string, ChangedMembership>>();
  /** Keys that `membershipKey` makes. */
  readonly #recent = new Recent();

  find(userId: string, orgId: string): ChangedMembership | undefined {
    return this.#byUser.get(userId)?.get(orgId);
  }

  /**
   * Marks a membership as changed and forgets its standing. `key` is a key of `membershipKey`. Requests that already
   * wait for identity get that answer; later requests ask again.
   */
  add(key: string, now: number): void {
    const { userId, orgId } = membershipOf(key) ?? {};
    if (userId === undefined || orgId === undefined) return;
    const orgs = this.#byUser.get(userId) ?? new Map<string, ChangedMembership>();
    this.#byUser.set(userId, orgs);
    orgs.set(orgId, {});
    this.#recent.add(key, now);
  }

  /** Forgets memberships whose last change was before `before`: every valid token is younger. */
  forget(before: number): void {
    for (const key of this.#recent.forget(before)) {
      const { userId = '', orgId = '' } = membershipOf(key) ?? {};
      const orgs = this.#byUser.get(userId);
      orgs?.delete(orgId);
      if (orgs?.size === 0) this.#byUser.delete(userId);
    }
  }
}

/** Texts, each with the time when it was last added. Times must not decrease. */
class Recent {
  /** Oldest first. */
  readonly #times = new Map<string, number>();

  has(text: string): boolean {
    return this.#times.has(text);
  }

  add(text: string, now: number): void {
    this.#times.delete(text);
    // V8 stores a small integer without a heap object.
    this.#times.set(text, Math.ceil(now));
  }

  /** Drops and returns the texts that were last added before `before`. */
  forget(before: number): string[] {
    const forgotten: string[] = [];
    for (const [text, time] of this.#times) {
      if (time >= before) break;
      this.#times.delete(text);
      forgotten.push(text);
    }
    return forgotten;
  }
}
