import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { engineArguments } from './mongodb.ts';
import { PROCESSES, processArguments } from './processes.ts';

const DRAWING_THREAD = join(import.meta.dirname, '..', '..', 'services', 'finance', 'pdf', 'drawing-thread.ts');

/**
 * Node's arguments for each program that npm start runs. With them a program loads its modules and ends: it finds no
 * settings, or prints its help.
 */
export const runs = (): string[][] => [
  [join(import.meta.dirname, 'start.ts'), '--help'],
  engineArguments(),
  ...PROCESSES.map(processArguments),
  drawingThread(),
];

/**
 * The thread that finance starts for its first PDF. Without stored code, the caller of this PDF would wait twice as
 * long. A thread has the flags of its process.
 */
const drawingThread = (): string[] => processArguments('finance').with(-1, DRAWING_THREAD);

/** Maximum milliseconds of a program. Node may hang in its exit (nodejs/node issue 54918). */
const LONGEST_RUN = 20_000;

/**
 * Fills Node's compile cache in the folder `cache`. The cache is separate for different flags. A process that strips
 * types keeps the stripper in memory, 10 MiB and more. With a filled cache the first start is as small and fast as
 * later ones.
 */
export async function compile(all: string[][], cache: string): Promise<void> {
  const options: SpawnOptions = {
    env: { NODE_COMPILE_CACHE: cache },
    stdio: 'ignore',
    timeout: LONGEST_RUN,
    killSignal: 'SIGKILL',
  };
  await Promise.all(all.map((args) => once(spawn(process.execPath, args, options), 'exit')));
}

if (import.meta.main) await compile(runs(), process.argv[2] ?? '');
