import type { MadeDelivery } from './delivery.ts';

/** The recent attempts of a webhook in numbers (decisions 5: Webhooks). */
export interface Health {
  /** 0 to 1; null if there was no attempt. */
  successRate24h: number | null;
  lastFailureAt: Date | null;
}

export const NO_ATTEMPTS: Health = { successRate24h: null, lastFailureAt: null };

/** Whether most attempts of the last 24 hours failed (decisions 5: Webhooks). */
export const isFailing = ({ successRate24h }: Health): boolean => successRate24h !== null && successRate24h < 0.5;

/** Reads the health of webhooks of an org. The results are in the order of `webhookIds`. */
export type ReadHealth = (orgId: string, webhookIds: string[], now: Date) => Promise<Health[]>;

/** Numbers of attempts at a webhook that began within one hour. */
export interface Tally {
  orgId: string;
  webhookId: string;
  /** Hours since 1970, UTC. */
  hour: number;
  attempts: number;
  failures: number;
  lastFailureAt: Date | null;
}

export const hourOf = (time: Date): number => Math.floor(time.getTime() / 3600_000);

/** The first hour that the last 24 hours touch. They touch 25 hours, of which the first and the last only in part. */
export const firstHour = (now: Date): number => hourOf(now) - 24;

/** Counts attempts, by webhook and hour. */
export function tally(made: MadeDelivery[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const { orgId, webhookId, deliveredAt, phase } of made) {
    const hour = hourOf(deliveredAt);
    const key = `${webhookId}:${hour}`;
    const one = tallies.get(key) ?? { orgId, webhookId, hour, attempts: 0, failures: 0, lastFailureAt: null };
    tallies.set(key, phase === 'failed' ? withFailure(one, deliveredAt) : { ...one, attempts: one.attempts + 1 });
  }
  return [...tallies.values()];
}

function withFailure({ attempts, failures, lastFailureAt, ...rest }: Tally, at: Date): Tally {
  const last = lastFailureAt && lastFailureAt > at ? lastFailureAt : at;
  return { ...rest, attempts: attempts + 1, failures: failures + 1, lastFailureAt: last };
}

/** The share of successful attempts; null if there was no attempt. */
export function successRate({ attempts, failures }: Pick<Tally, 'attempts' | 'failures'>): number | null {
  return attempts === 0 ? null : (attempts - failures) / attempts;
}
