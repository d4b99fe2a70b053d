import { CALLERS, OrgApi, runRace } from '../../races/racing.ts';
import { financeRaces as races } from '../../races/rows/finance.ts';
import { type Replica, startReplica } from '../../support/system/replica.ts';
import type { System } from '../../support/system/system.ts';
import { percentiles } from '../load.ts';
import { cell } from '../report.ts';

const ROUNDS = 10;

interface RaceResult {
  rule: string;
  /** Processes of finance and product, behind a gateway each. */
  replicas: 1 | 2;
  rounds: number;
  /** Milliseconds that a caller waited for its answer. */
  p50: number;
  max: number;
}

/** Times that 20 callers wait who race for a rule. Throws if they break it. */
export async function measureRaces(system: System, token: string): Promise<RaceResult[]> {
  const [product, finance] = await Promise.all([startReplica(system, 'product'), startReplica(system, 'finance')]);
  const second = { PRODUCT_ADDRESS: product.address, FINANCE_ADDRESS: finance.address, RATE_LIMIT_USER: '100000000' };
  const gateway = await startReplica(system, 'gateway', second);
  const replicas: Replica[] = [gateway, product, finance];
  try {
    const [own, other] = [system.run.gateway.url, gateway.address];
    const alone = await raceAt(new OrgApi({ system, token, gateways: [own] }), 1);
    return [...alone, ...(await raceAt(new OrgApi({ system, token, gateways: [own, other] }), 2))];
  } finally {
    for (const replica of replicas) await replica.stop();
  }
}

async function raceAt(api: OrgApi, replicas: 1 | 2): Promise<RaceResult[]> {
  const results: RaceResult[] = [];
  for (const race of races) {
    // The first opens the callers' connections, and compiles what they meet.
    await runRace(race, api);
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      waits.push(...(await runRace(race, api)).map(({ waited }) => waited));
    }
    results.push({ rule: race.rule, replicas, rounds: ROUNDS, p50: percentiles(waits).p50, max: Math.max(...waits) });
  }
  return results;
}

/** Milliseconds that no caller waits longer. */
const GOAL = 1_000;

export function reportRaces(results: readonly RaceResult[]): string {
  const lines = ['', `${`races, ${CALLERS} callers at once, ${ROUNDS} rounds`.padEnd(48)}median ms   max ms   goal`];
  for (const { rule, replicas, p50, max } of results) {
    const name = `  ${rule}, ${replicas === 1 ? 'one process' : 'two processes'}`;
    lines.push(name.padEnd(48) + cell(p50) + cell(max) + cell(GOAL, 0, 7));
  }
  return lines.join('\n');
}
