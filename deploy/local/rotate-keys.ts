import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#chassis/runtime/config.ts';
import { readCommandLine } from './command-line.ts';
import { inheritedEnvironment, loadStartSettings, startConfig } from './config.ts';
import { readJson } from './files.ts';
import { PROCESSES } from './processes.ts';
import { loadSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';

/** `npm run keys:rotate`: the service's own task, in the environment of the instance that runs on DATA_DIR. */

const ENTRY = join(import.meta.dirname, '..', '..', 'services', 'identity', 'rotate-keys.ts');
const run = z.object({ mongodb: z.object({ url: z.string() }) });

const { DATA_DIR, MONGODB_DATABASE_PREFIX } = startConfig.settings;
readCommandLine({
  name: 'npm run keys:rotate',
  does: 'Makes the next key that signs access tokens, for the instance that runs on DATA_DIR. Nobody is logged out.',
  environment: { DATA_DIR, MONGODB_DATABASE_PREFIX },
});

process.exitCode = await main().catch((error) => {
  const plain = error instanceof StartError || error instanceof ConfigError;
  console.error(plain ? `selvedge: ${error.message}` : error);
  return 1;
});

async function main(): Promise<number> {
  const { DATA_DIR, MONGODB_DATABASE_PREFIX } = loadStartSettings();
  const running = readJson(join(DATA_DIR, 'run.json'), run);
  if (!running) throw new StartError(`Nothing runs on ${DATA_DIR}. Start it with npm start.`);
  const env = {
    ...inheritedEnvironment(),
    MONGODB_URL: running.mongodb.url,
    MONGODB_DATABASE: `${MONGODB_DATABASE_PREFIX}_identity`,
    ENCRYPTION_KEY: loadSecrets(DATA_DIR, PROCESSES, {}).processes.identity?.encryptionKey,
  };
  const [code] = await once(spawn(process.execPath, [ENTRY], { env, stdio: 'inherit' }), 'exit');
  return code ?? 1;
}
