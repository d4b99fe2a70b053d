import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { engineArguments } from './mongodb.ts';
import { PROCESSES, processArguments } from './processes.ts';

const DRAWING_THREAD = join(import.meta.dirname, '..', '..', 'services', 'finance', 'pdf', 'drawing-thread.ts');

/** Node's arguments for what npm start runs. Each loads its modules and ends at once: it finds no settings, or shows its help. */
export const runs = (): string[][] => [
  [join(import.meta.dirname, 'start.ts'), '--help'],
  engineArguments(),
  ...PROCESSES.map(processArguments),
  drawingThread(),
];

/**
 * The thread that finance starts for its first document: the caller of that would wait twice as long. A thread has its
 * process's flags.
 */
const drawingThread = (): string[] => processArguments('finance').with(-1, DRAWING_THREAD);

/** Milliseconds. Node may hang in its exit (nodejs/node issue 54918). */
const LONGEST_RUN = 20_000;

/**
 * Fills node's cache in the folder, which keeps apart what other flags have compiled. A process that strips a type keeps the
 * stripper, 10 MiB and more, for its lifetime: compiled before, the first start is as small and as quick as the next.
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
