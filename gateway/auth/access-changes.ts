import { AppError } from '#chassis/domain/errors.ts';
import type { Bus } from '#chassis/messaging/bus.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import { ACCESS_STREAM, type AccessChange, AccessMessage, membershipOf } from '#proto/identity/v1/contract.ts';
import { confirmedAge } from '../metrics.ts';
import type { ChangedMemberships } from './changed-memberships.ts';
import { Freshness } from './freshness.ts';
import { Revoked } from './revoked.ts';

/** What this process knows of ended sessions, and of changed keys and memberships (decisions 3: Sessions end early). */
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

/** Milliseconds without a confirmation after which identity is asked, and after which nobody is believed. */
const ASK_AFTER = 3000;
const VALID_FOR = 5000;
const LOOK_EVERY = 250;

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

  /** One question at a time, whoever asks. */
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
    // What is committed while pages are read may be on none of them.
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
