import { checkSync } from 'recheck';
import { distinct, type Pattern, patternsOfContracts, patternsOfSource } from './support/patterns.ts';

/**
 * Fails for each regular expression of the project that some text keeps busy for longer than the text is long. There is
 * no list of exceptions: a pattern that is tried on short text alone can be written without the fault, too.
 */
async function main(): Promise<void> {
  // The one that needs neither Java nor a program of its own.
  process.env.RECHECK_BACKEND = 'pure';
  const patterns = distinct([...patternsOfSource().literals, ...(await patternsOfContracts())]);
  const faults = patterns.flatMap(faultOf);
  for (const fault of faults) console.log(fault);
  console.log(`${patterns.length} regular expressions, ${faults.length} at fault`);
  if (faults.length > 0 || patterns.length === 0) process.exitCode = 1;
}

/** Milliseconds for one pattern, on a machine that does much else: some take seconds on one that does nothing else. */
const PATIENCE = 120_000;

function faultOf({ file, source, flags }: Pattern): string[] {
  const verdict = checkSync(source, flags, { timeout: PATIENCE });
  if (verdict.status === 'safe') return [];
  const why = verdict.status === 'vulnerable' ? verdict.complexity.summary : verdict.error.kind;
  return [`${file}: /${source}/${flags} is ${verdict.status}: ${why}`];
}

await main();
