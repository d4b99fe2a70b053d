import { parseArgs } from 'node:util';
import { percentiles } from '../../bench/load.ts';
import { startSystem } from '../../support/system.ts';
import { ATTACKS } from './attacks.ts';
import { prepare, SETTINGS } from './battlefield.ts';
import { workHonestly } from './honest.ts';
import { report, reportEach } from './report.ts';
import { CALLERS, runLoad } from './run-load.ts';
import { verdict } from './verdict.ts';

/**
 * `npm run attack [-- --seconds 60] [--each]`: hostile requests beside honest callers; `--each`: one attack after the other.
 * Exit code 1 where the system did not hold.
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, each: { type: 'boolean', default: false } },
});
/** Milliseconds without an attack first: what is slow even then is the machine. */
const ALONE_MS = 5_000;
const say = (line: string) => process.stderr.write(`attack: ${line}\n`);
const seconds = Number(values.seconds);

say('starting the system');
const system = await startSystem({ env: SETTINGS });
try {
  const battlefield = await prepare(system, CALLERS);
  say('honest callers alone');
  const { p50, p99 } = percentiles((await workHonestly(battlefield, Date.now() + ALONE_MS)).map(({ ms }) => ms));
  console.log(`honest callers alone: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
  const rounds = values.each ? ATTACKS.map(([name]) => [name]) : [ATTACKS.map(([name]) => name)];
  const results = [];
  for (const attacks of rounds) {
    say(`${CALLERS} hostile connections and ${CALLERS} honest callers, ${seconds} s: ${attacks.join(', ')}`);
    results.push(await runLoad(system, battlefield, seconds, attacks));
  }
  console.log(values.each ? reportEach(results) : results.map(report).join('\n'));
  process.exitCode = results.flatMap(verdict).length === 0 ? 0 : 1;
} finally {
  await system.stop();
}
