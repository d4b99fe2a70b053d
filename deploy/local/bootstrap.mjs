// Runs a TypeScript entry point with the pinned Node, on a machine that has any Node from 20 on and nothing else:
//   node deploy/local/bootstrap.mjs deploy/local/start.ts [arguments]
// Before the first install there are no packages and no type stripping: only plain JavaScript and node's own modules here.
import { spawn, spawnSync } from 'node:child_process';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { followNpm } from './bootstrap/follow-npm.mjs';
import { installPackages, isInstalled } from './bootstrap/install.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [entry, ...args] = process.argv.slice(2);

if (entry === undefined) fail('usage: node deploy/local/bootstrap.mjs ENTRY [arguments]');
if (Number.parseInt(process.versions.node, 10) < 20) fail(`Node 20 or later is needed; this is ${process.version}.`);
const node = join(root, 'node_modules', '.bin', 'node');
// Type stripping and compilation once, not at every start. All processes below inherit it; stripping also keeps memory.
const env = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'selvedge', 'compiled'), ...process.env };
if (!isInstalled(root)) {
  await installPackages(root).catch((error) => fail(error.message));
  spawnSync(node, [join(root, 'deploy', 'local', 'compile.ts'), env.NODE_COMPILE_CACHE], {
    cwd: root,
    env,
    timeout: 60_000,
  });
}
run();

function run() {
  // The IPC channel tells the entry point when this process is gone, even after a kill -9.
  const child = spawn(node, [join(root, entry), ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.once('error', (error) =>
    fail(`The pinned Node could not be started (${error.message}). Remove node_modules and try again.`),
  );
  // It tells that it exits, since Node may hang in that (nodejs/node issue 54918).
  child.on('message', ({ type }) => type === 'exit' && setTimeout(() => child.kill('SIGKILL'), 5000));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  followNpm(() => child.kill('SIGTERM'));
}

function fail(message) {
  console.error(`selvedge: ${message}`);
  process.exit(1);
}
