import { ConfigError, readConfig } from './config.ts';
import { DataDirError } from './data-dir.ts';
import { Engine } from './engine.ts';
import { createCredential } from './protocol/scram.ts';
import { serve } from './protocol/server.ts';

const USER = 'selvedge';

/**
 * Runs the engine as a process. It prints its URL when it is ready. It ends on SIGTERM and SIGINT, and when its parent
 * process ends.
 */
async function main(): Promise<void> {
  // A log line that cannot be written on a full disk must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const { host, port, dataDir, password, ...limits } = readConfig();
  const onFailure = (error: unknown) => fail(`the data folder ${dataDir} cannot be written: ${error}`);
  const engine = new Engine(dataDir, onFailure, limits);
  const server = await serve(engine, host, port, password === undefined ? undefined : createCredential(USER, password));
  console.log(server.url);
  process.send?.({ type: 'ready' });
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await server.close();
    await engine.close();
    process.exit(0);
  };
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.once(event, stop);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

// Node may hang in its exit (nodejs/node issue 54918). After this message the parent process kills a process that
// hangs.
process.once('exit', () => process.send?.({ type: 'exit' }));
main().catch((error) => {
  if (error instanceof ConfigError || error instanceof DataDirError) fail(error.message);
  if (error.code === 'EADDRINUSE') fail(`the port ${error.port} is taken`);
  throw error;
});
