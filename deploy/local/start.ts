import { relative } from 'node:path';
import { ConfigError } from '#chassis/runtime/config.ts';
import { readCommandLine } from './command-line.ts';
import { loadStartSettings, type StartSettings, startConfig } from './config.ts';
import { curlLoginArguments, shellWord } from './shell.ts';
import { errorCode, StartError } from './start-error.ts';
import { LocalSystem, type Ready } from './system.ts';

/** Error codes of a pipe or a terminal whose reader is gone. */
const READER_GONE = new Set<string | undefined>(['EPIPE', 'EIO']);
const KINDS = { external: 'MONGODB_URL', mongod: 'mongod of this machine', embedded: 'embedded engine' };

readCommandLine({
  name: 'npm start',
  does: `Starts everything on this machine: MongoDB and NATS where no address of one is given, all services and the gateway.
Prints "ready", the address and the admin when callers are served; Ctrl-C stops it all.`,
  environment: startConfig.settings,
  more: 'What the processes themselves read (WEBHOOK_*, RATE_LIMIT_* …) is handed on to them: npm run config lists it.',
});

// Node may hang in its exit (nodejs/node issue 54918). After this message the bootstrap kills a process that hangs.
process.once('exit', () => process.send?.({ type: 'exit' }));
await main().catch((error) => {
  const plain = error instanceof StartError || error instanceof ConfigError;
  console.error(plain ? `selvedge: ${error.message}` : error);
  process.exit(1);
});

async function main(): Promise<void> {
  const settings = loadStartSettings();
  const system = new LocalSystem(settings, console.log);
  const stopped = stopOnRequest(system);
  console.log(`Starting Selvedge, data in ${settings.DATA_DIR}`);
  const started = performance.now();
  try {
    const ready = await system.start();
    console.log(welcome(ready, settings, performance.now() - started));
  } catch (error) {
    if (stopped.requested) return;
    await system.stop();
    throw error;
  }
}

/** Stops the system on Ctrl-C, on SIGTERM, or when the parent process ends. Further signals have no effect. */
function stopOnRequest(system: LocalSystem): { requested: boolean } {
  const state = { requested: false };
  const stop = async () => {
    if (state.requested) return;
    state.requested = true;
    console.log('Stopping');
    await system.stop();
    console.log('Stopped');
    process.exit(0);
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop());
  // Without these listeners, a failed write would end the process before a clean stop. If the reader of the output is
  // gone, the system stops. Other errors, for example a full disk, are ignored.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (READER_GONE.has(errorCode(error))) void stop();
    });
  }
  return state;
}

function welcome({ url, database, secrets }: Ready, settings: StartSettings, milliseconds: number): string {
  const folder = relative(process.cwd(), settings.DATA_DIR) || '.';
  const ca = `${folder.startsWith('..') ? settings.DATA_DIR : folder}/tls/ca.pem`;
  const { adminEmail, adminPassword } = secrets;
  const login = curlLoginArguments({ email: adminEmail, password: adminPassword });
  return `MongoDB: ${KINDS[database.kind]}. Everything is up after ${(milliseconds / 1000).toFixed(1)} s.

ready ${url}

  admin email     ${adminEmail}
  admin password  ${adminPassword}

Where to go next:
  API reference   ${url}/docs
  Log in          curl --cacert ${shellWord(ca)} -w '\\n' ${url}/auth/login ${login}
  Trust the CA    ${ca}
  Logs, mails     ${settings.DATA_DIR}/log, ${settings.DATA_DIR}/mail
  Stop            Ctrl-C`;
}
