import { AppError } from '../domain/errors.ts';
import { ConfigError } from './config.ts';

/** A fault that an operator can mend: only its message is printed. Other errors are printed with their stack. */
export class TaskFault extends Error {}

/** A command line that cannot be understood. */
export class Misuse extends TaskFault {}

/**
 * Runs what an operator starts by hand inside a service's image. `--help` prints `usage`. Ends with 1 where `work` says false
 * or fails, and with 2 where the command line cannot be understood.
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
