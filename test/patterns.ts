import { checkSync } from 'recheck';
import { flag, readCommandLine } from '../deploy/local/command-line.ts';
import { isHeldUp } from './support/patterns/hostile-texts.ts';
import { type Pattern, patternsOfProject } from './support/patterns/patterns.ts';
import { lineOf, readVerdicts, writeVerdicts } from './support/patterns/verdicts.ts';

/** Milliseconds for one pattern, on a busy machine: recheck needs seconds for some on an idle one. */
const PATIENCE = 120_000;
/** Milliseconds. Quadratic time takes minutes for the long texts; linear time takes about 5 ms. */
const TEXT_PATIENCE = 20_000;

const { options } = readCommandLine({
  name: 'npm run patterns',
  does:
    'Analyses the new regular expressions of the project, and records the safe ones in test/support/patterns/safe.txt. ' +
    'Drops expressions that the project no longer has.',
  options: { all: flag('Analyse the recorded expressions again, too: after an upgrade of recheck or Node.') },
});

/**
 * Fails for each regular expression that some text keeps busy for longer than linear time. There is no list of
 * exceptions: a pattern for short text can be written without the fault, too.
 */
async function main(): Promise<void> {
  // The backend that needs neither Java nor a native program.
  process.env.RECHECK_BACKEND = 'pure';
  const patterns = await patternsOfProject();
  const known = new Set(options.all ? [] : readVerdicts());
  const fresh = patterns.filter((pattern) => !known.has(lineOf(pattern)));
  const faults = fresh.flatMap(faultOf);
  for (const { says } of faults) console.log(says);
  const unsafe = new Set(faults.map(({ line }) => line));
  writeVerdicts(patterns.map(lineOf).filter((line) => !unsafe.has(line)));
  console.log(`${patterns.length} regular expressions, ${fresh.length} analysed, ${faults.length} at fault`);
  if (faults.length > 0) process.exitCode = 1;
}

function faultOf(pattern: Pattern): { line: string; says: string }[] {
  const line = lineOf(pattern);
  const verdict = checkSync(pattern.source, pattern.flags, { timeout: PATIENCE });
  if (verdict.status !== 'safe') {
    const why = verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind;
    return [{ line, says: `${pattern.file}: ${line} is ${verdict.status}: ${why}` }];
  }
  return isHeldUp(pattern, TEXT_PATIENCE) ? [{ line, says: `${pattern.file}: ${line} is held up by a long text` }] : [];
}

await main();
