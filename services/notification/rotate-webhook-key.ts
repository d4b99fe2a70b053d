import { parseArgs } from 'node:util';
import { openStore } from '#chassis/mongo/mongo.ts';
import { defineConfig, loadConfig } from '#chassis/runtime/config.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { Misuse, runTask } from '#chassis/runtime/run-task.ts';
import { notificationConfig } from './config.ts';
import { OVERLAP_MS } from './signing-keys/domain/rotation.ts';
import { keyRepository } from './signing-keys/repository.ts';

const USAGE = `Usage: rotate-webhook-key.ts ORG [--at-once]

Makes the next key that signs the webhooks of the org, in the environment of the service and beside its running replicas.
  --at-once  The key before signs no more, since it has got out; else it signs beside the new one for 24 h.`;

await runTask(USAGE, async (args) => {
  const { orgId, atOnce } = read(args);
  const { MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL } = notificationConfig.settings;
  const config = loadConfig(defineConfig({ MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL }));
  const store = await openStore({
    url: config.MONGODB_URL,
    database: config.MONGODB_DATABASE,
    encryptionKeys: config.ENCRYPTION_KEY,
    logger: createLogger('rotate-webhook-key', config.LOG_LEVEL),
  });
  try {
    const keys = keyRepository(store);
    await store.start();
    const now = new Date();
    const until = new Date(now.getTime() + (atOnce ? 0 : OVERLAP_MS));
    const { kid } = await keys.rotate(orgId, { now, until });
    const former = atOnce
      ? 'the one before signs no more by then'
      : `the one before beside it until ${until.toISOString()}`;
    console.log(`Key ${kid} signs within a minute, and ${former}`);
    return true;
  } finally {
    await store.close();
  }
});

function read(args: string[]): { orgId: string; atOnce: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { 'at-once': { type: 'boolean' } },
      allowPositionals: true,
    });
    const [orgId, ...more] = positionals;
    if (orgId === undefined || more.length > 0) throw new Error('Name one org, whose key is to be replaced');
    return { orgId, atOnce: values['at-once'] ?? false };
  } catch (error) {
    throw new Misuse((error as Error).message.split('. ')[0]);
  }
}
