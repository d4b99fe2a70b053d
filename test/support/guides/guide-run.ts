import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Block, blocksOf } from '../code-blocks.ts';
import type { Instance } from '../system/instance.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MODULES = join(ROOT, 'node_modules');
const TIMEOUT_MS = 240_000;
/** A line that bash prints after each block. No guide prints it. */
const END = '--- end of the block ---';

/** The packages that a guide installs are here already. */
const PRELUDE = 'npm() { :; }\nnpx() { "$@"; }\n';

/** A block of shell commands, and the output that the guide shows below it. */
interface Step {
  block: Block;
  shown: Block | undefined;
}

/** A step that was begun, with its output. */
export interface StepEnd {
  /** The step's place: `errors.md:23`. */
  at: string;
  printed: string;
  /** The output of the guide, in which `…` stands for any text. Undefined: the guide shows none. */
  shown: string | undefined;
}

export interface GuideEnd {
  code: number | null;
  /** The steps that were begun. */
  steps: StepEnd[];
  /** The number of steps of the guide. */
  count: number;
  stderr: string;
  /** Faults that tsc finds in the TypeScript of the guide. */
  faults: string;
}

/**
 * Does what a reader does: saves the files of the guides in an empty folder, and runs the shell commands of one guide in
 * order, in one bash that ends at the first failure. Only the address and the login are replaced. Then tsc checks the
 * TypeScript of the guide. Commands of Python are left out where there is none.
 */
export async function runGuide(file: string, system: Instance, hasPython: boolean): Promise<GuideEnd> {
  const all = blocksOf(join('docs', 'guides', file));
  const steps = stepsOf(all).filter(({ block }) => hasPython || !block.code.includes('python3'));
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  try {
    for (const { file: name, code } of savedFiles()) writeFileSync(join(folder, name), code);
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    symlinkSync(MODULES, join(folder, 'node_modules'));
    symlinkSync(system.dataDir, join(folder, '.data'));
    const script = steps.map(({ block }) => `${ownValues(block.code, system)}printf '%s\\n' '${END}'\n`);
    const { code, stdout, stderr } = await execute(folder, 'bash', [
      ...['--norc', '-euo', 'pipefail', '-c'],
      `${PRELUDE}${script.join('')}`,
    ]);
    const parts = stdout.split(`${END}\n`).slice(0, steps.length);
    const ends = parts.map((printed, index) => endOf(file, steps[index] as Step, printed));
    return { code, steps: ends, count: steps.length, stderr, faults: await faultsOf(folder, all) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The guides use files of each other. Two files of a name are an error. */
function savedFiles(): Block[] {
  const pages = readdirSync(join(ROOT, 'docs', 'guides')).map((file) => join('docs', 'guides', file));
  const saved = [...pages, join('docs', 'webhooks.md')].flatMap(blocksOf).filter(({ file }) => file !== '');
  const names = saved.map(({ file }) => file);
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  if (twice.length > 0) throw new Error(`Two guides have files of the same name: ${twice.join(', ')}`);
  return saved;
}

/** True if the text is what the guide shows. */
export function isShown({ printed, shown }: StepEnd): boolean {
  if (shown === undefined) return true;
  const pattern = shown.trimEnd().split('…').map(RegExp.escape).join('.*');
  return new RegExp(`^${pattern}\\n*$`, 's').test(printed);
}

function stepsOf(all: Block[]): Step[] {
  return all.flatMap((block, index) => {
    const next = all[index + 1];
    return block.language === 'sh' ? [{ block, shown: next?.language === 'text' ? next : undefined }] : [];
  });
}

const endOf = (file: string, { block, shown }: Step, printed: string): StepEnd => ({
  at: `${file}:${block.line}`,
  printed,
  shown: shown?.code,
});

function ownValues(code: string, { run, admin }: Instance): string {
  return code
    .replaceAll('https://localhost:8443', run.gateway.url)
    .replaceAll('you@example.com', admin.email)
    .replaceAll('your password', admin.password);
}

/** `tsc` with the strict settings that a new project has. */
async function faultsOf(folder: string, all: Block[]): Promise<string> {
  if (!all.some(({ language }) => language === 'ts')) return '';
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
    ...{ target: 'esnext', module: 'nodenext', types: ['node'] },
    ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true, verbatimModuleSyntax: true },
  };
  const include = all.filter(({ language }) => language === 'ts').map(({ file }) => file);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  const { stdout } = await execute(folder, join(MODULES, '.bin', 'tsc'), ['-p', '.']);
  return stdout;
}

/** Runs a program in a process group of its own, of which nothing stays. */
async function execute(folder: string, program: string, args: string[]) {
  const child = spawn(program, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOME: folder,
      PATH: [join(MODULES, 'node', 'bin'), join(MODULES, '.bin'), process.env.PATH].join(':'),
      NODE_OPTIONS: `--import ${join(import.meta.dirname, 'classic-typescript.mjs')}`,
    },
  });
  const end = () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // All processes of the group have ended.
    }
  };
  const timer = setTimeout(end, TIMEOUT_MS);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  end();
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}
