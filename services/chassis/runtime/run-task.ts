import { AppError } from '../domain/errors.ts';
import { ConfigError } from './config.ts';

/** A fault that an operator can fix: only its message is printed. Other errors are printed with their stack. */
export class TaskFault extends Error {}

/** An invalid command line. */
export class Misuse extends TaskFault {}

/**
 * Runs a task that an operator starts by hand, inside a service's image. `--help` prints `usage`. The exit code is 1 if
 * `work` returns false or throws, and 2 for an invalid command line.
 */
export async function runTask(usage: string, work: (args: string[]) => Promise<boolean>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    return;
  }
  try {
    if (!(await work(args))) process.exitCode = 1;
  } catch (error) {
    const isPlain = error instanceof TaskFault || error instanceof ConfigError || error instanceof AppError;
    const isMisuse = error instanceof Misuse;
    console.error(isPlain ? `selvedge: ${error.message}${isMisuse ? '. What it takes: --help' : ''}` : error);
    process.exitCode = isMisuse ? 2 : 1;
  }
}
