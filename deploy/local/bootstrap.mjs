// Runs a TypeScript entry point with the pinned Node, on any machine that has Node 20 or later:
//   node deploy/local/bootstrap.mjs deploy/local/start.ts [arguments]
// Before the first install there are no packages and no type stripping. So this file uses only plain JavaScript and
// Node's own modules.
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
// Stores stripped and compiled code for the next start. All child processes inherit it. Without stripping they also use
// less memory.
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
  // The IPC channel closes when this process is gone, even after kill -9. Then the entry point stops.
  const child = spawn(node, [join(root, entry), ...args], {
    cwd: root,
    env,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  child.once('error', (error) =>
    fail(`The pinned Node could not be started (${error.message}). Remove node_modules and try again.`),
  );
  // The entry point announces its exit, because Node may hang in it (nodejs/node issue 54918).
  child.on('message', ({ type }) => type === 'exit' && setTimeout(() => child.kill('SIGKILL'), 5000));
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  followNpm(() => child.kill('SIGTERM'));
}

function fail(message) {
  console.error(`selvedge: ${message}`);
  process.exit(1);
}
