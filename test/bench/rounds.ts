import { CONNECTIONS, type Side } from './instance.ts';
import { type Measured, saturate } from './load.ts';

export const ROUNDS = 3;
export const REQUESTS = ['get', 'list', 'create'] as const;
export type RequestName = (typeof REQUESTS)[number];
export type Rounds = Record<RequestName, { ours: Measured; rival: Measured }[]>;

/** Both sides in turn, so that a machine that drifts drifts for both. */
export async function runRounds(
  ours: Side,
  rival: Side,
  seconds: number,
  say: (line: string) => void,
): Promise<Rounds> {
  const rounds: Rounds = { get: [], list: [], create: [] };
  for (const name of REQUESTS) {
    await saturate(ours.pool, CONNECTIONS, 1, ours.shots[name]);
    await saturate(rival.pool, CONNECTIONS, 1, rival.shots[name]);
    for (let round = 1; round <= ROUNDS; round++) {
      const result = {
        ours: await saturate(ours.pool, CONNECTIONS, seconds, ours.shots[name]),
        rival: await saturate(rival.pool, CONNECTIONS, seconds, rival.shots[name]),
      };
      rounds[name].push(result);
      say(`${name} round ${round}: ${describe(result.ours)}, rival ${describe(result.rival)}`);
    }
  }
  return rounds;
}

function describe({ perSecond, p99, failures }: Measured): string {
  return `${perSecond.toFixed(0)}/s (p99 ${p99.toFixed(1)} ms${failures ? `, ${failures} failed` : ''})`;
}
