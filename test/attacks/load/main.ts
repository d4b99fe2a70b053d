import { flag, positive, readCommandLine } from '../../../deploy/local/command-line.ts';
import { percentiles } from '../../bench/load.ts';
import { startSystem } from '../../support/system/system.ts';
import { ATTACKS } from './attacks.ts';
import { prepare, prepareHostile, SETTINGS, WEBHOOKS } from './battlefield.ts';
import { runFlood } from './flood.ts';
import { BOMS } from './floods/boms.ts';
import { lists } from './floods/lists.ts';
import { styles } from './floods/styles.ts';
import { workHonestly } from './honest.ts';
import { watchMemory } from './memory.ts';
import { report, reportEach } from './report.ts';
import { CALLERS, runLoad } from './run-load.ts';
import { verdict } from './verdict.ts';

const { options } = readCommandLine({
  name: 'npm run attack',
  does: 'Lets hostile requests loose on a system of its own, beside honest callers. Exit code 1 where it did not hold.',
  options: {
    seconds: positive(60, 'SECONDS', 'Length of a round.'),
    each: flag('One attack after the other, not all at once.'),
  },
});
const { seconds, each } = options;
/** Milliseconds in which the honest callers work without an attack. They show how fast the machine is. */
const ALONE_MS = 5_000;
/** Length of each volley of a flood. Answers are read for a longer time. */
const FLOOD = { firing: (seconds * 1_000) / 6, reading: 12_000 };
/** Number of imports whose styles have the SKUs of the kit. */
const IMPORTS = 5;
const say = (line: string) => process.stderr.write(`attack: ${line}\n`);

say('starting the system');
const system = await startSystem({ env: SETTINGS });
try {
  const workplace = await prepare(system, CALLERS);
  const battlefield = { ...workplace, hostile: await prepareHostile(system, 'mallory', WEBHOOKS) };
  say('honest callers alone');
  const { p50, p99 } = percentiles((await workHonestly(workplace, AbortSignal.timeout(ALONE_MS))).map(({ ms }) => ms));
  console.log(`honest callers alone: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  const rounds = each ? ATTACKS.map(([name]) => [name]) : [ATTACKS.map(([name]) => name)];
  const results = [];
  for (const attacks of rounds) {
    say(`${CALLERS} hostile connections and ${CALLERS} honest callers, ${seconds} s: ${attacks.join(', ')}`);
    results.push(await runLoad(battlefield, watchMemory(system), { seconds }, attacks));
  }
  console.log(each ? reportEach(results) : results.map(report).join('\n'));
  const floods = [];
  for (const kind of [BOMS, styles(IMPORTS), lists(WEBHOOKS)]) {
    say(`a flood of ${kind.name} from ${kind.connections} hostile connections`);
    floods.push(...(await runFlood(kind, system, workplace, watchMemory(system), FLOOD)));
  }
  console.log(reportEach(floods));
  process.exitCode = [...results, ...floods].flatMap(verdict).length === 0 ? 0 : 1;
} finally {
  await system.stop();
}
