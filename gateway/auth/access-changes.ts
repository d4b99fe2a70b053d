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

/** Milliseconds without a confirmation after which identity is asked, and after which nobody is believed. */
const ASK_AFTER = 3000;
const VALID_FOR = 5000;
/** Milliseconds between looks how old the last confirmation is. */
const LOOK_EVERY = 250;

/** The gateway's knowledge of ended sessions, and of changed keys and memberships (decisions 3: Sessions end early). */
export interface Access extends Component {
  /**
   * Nothing when what is known is at most 5 s old: then nothing is waited for. Else asks identity; throws
   * upstream_unavailable when it cannot say either.
   */
  confirm(): void | Promise<void>;
  isEnded(sessionId: string): boolean;
  /** Memberships that changed so lately that tokens may name them as they were. */
  memberships: Pick<ChangedMemberships, 'find'>;
  /** Calls with the ids of keys that have changed: what was asked about them before is not to be kept after. */
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
   * Asks identity for a page of the changes since an earlier answer's as_of, or of all that matter: the first page by an
   * empty `after`, each further one by the `next` of the one before.
   */
  list(page: { since?: string; after: string }): Promise<AccessPage>;
  logger: Logger;
  /** Milliseconds of a clock that never steps. */
  clock?: () => number;
}

/** Follows the stream of revocations, and asks identity where the stream says nothing (ADR 7). */
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

  /** Asks once at a time: callers that come meanwhile share the answer. */
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
    // A change that is committed while pages are read may be on none of the pages.
    asOf = first.as_of;
    confirmation.confirm(asked);
  }

  async function confirmByAsking(): Promise<void> {
    await ask().catch((error) => {
      throw unconfirmed(error);
    });
  }

  function look(): void {
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
      look();
      timer = setInterval(look, LOOK_EVERY);
    },
    async stop() {
      clearInterval(timer);
      await subscriber.stop();
    },
    // Once known, it stays in service: what it cannot confirm it refuses, and what is public it serves.
    ready: () => confirmation.at > Number.NEGATIVE_INFINITY || 'nobody has said yet who has lost access',
  };
}

const unconfirmed = (cause: unknown) =>
  new AppError('upstream_unavailable', 'Service identity is unavailable: access could not be confirmed', {
    retryAfter: 1,
    cause,
  });

/** Revocations that a credential could still ignore. A membership costs memory for its last change only, beside its id. */
export class Revoked {
  readonly memberships = new ChangedMemberships();
  readonly #sessions = new Recent();
  readonly #changes = new Recent();

  isEnded(sessionId: string): boolean {
    return this.#sessions.has(sessionId);
  }

  /** False for a change that has come before. */
  add({ id, sessions, keys }: AccessChange, now: number): boolean {
    for (const recent of [this.#changes, this.#sessions, this.memberships]) recent.forget(now - ACCESS_RELEVANT_MS);
    if (this.#changes.has(id)) return false;
    this.#changes.add(id, now);
    const memberships = keys.filter((key) => membershipOf(key) !== undefined);
    for (const key of memberships) this.memberships.add(key, now);
    // The sessions beside a membership go on (AccessChange).
    if (memberships.length === 0) for (const session of sessions) this.#sessions.add(session, now);
    return true;
  }
}

/** The user's principal in an org now, or the refusal. */
export type Standing = { principal: Principal } | { refusal: AppError };

/** A membership that has changed, with its standing as far as it is known. */
export interface ChangedMembership {
  standing?: Standing | Promise<Standing>;
}

/** Memberships that tokens may name as they were. */
export class ChangedMemberships {
  /** By user, so that of the many who have none a look is all. */
  readonly #byUser = new Map<string, Map<string, ChangedMembership>>();
  /** By `membershipKey`. */
  readonly #recent = new Recent();

  find(userId: string, orgId: string): ChangedMembership | undefined {
    return this.#byUser.get(userId)?.get(orgId);
  }

  /**
   * Marks a membership, by its `membershipKey`, as changed, and forgets its standing. A question that is under way still
   * answers the requests that wait for it; later requests ask anew.
   */
  add(key: string, now: number): void {
    const { userId, orgId } = membershipOf(key) ?? {};
    if (userId === undefined || orgId === undefined) return;
    const orgs = this.#byUser.get(userId) ?? new Map<string, ChangedMembership>();
    this.#byUser.set(userId, orgs);
    orgs.set(orgId, {});
    this.#recent.add(key, now);
  }

  /** Forgets memberships whose last change was before `before`: no valid token is older. */
  forget(before: number): void {
    for (const key of this.#recent.forget(before)) {
      const { userId = '', orgId = '' } = membershipOf(key) ?? {};
      const orgs = this.#byUser.get(userId);
      orgs?.delete(orgId);
      if (orgs?.size === 0) this.#byUser.delete(userId);
    }
  }
}

/** Texts, and when each came last. Times never fall. */
class Recent {
  /** The longest ago first. */
  readonly #times = new Map<string, number>();

  has(text: string): boolean {
    return this.#times.has(text);
  }

  add(text: string, now: number): void {
    this.#times.delete(text);
    // A whole number takes no memory of its own.
    this.#times.set(text, Math.ceil(now));
  }

  /** Drops and returns what has not come since `before`. */
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
