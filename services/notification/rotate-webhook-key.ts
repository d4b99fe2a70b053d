import { AppError } from '#chassis/domain/errors.ts';
import { openStore } from '#chassis/mongo/mongo.ts';
import { defineConfig, loadConfig } from '#chassis/runtime/config.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { notificationConfig } from './config.ts';
import { OVERLAP_MS } from './signing-keys/domain/rotation.ts';
import { keyRepository } from './signing-keys/repository.ts';

/**
 * Makes the next key that signs the webhooks of the org that is named, in the environment of the service and beside its
 * running replicas, which learn of it within a minute. With `--at-once` the key before signs no more.
 */

const { MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL } = notificationConfig.settings;
const config = loadConfig(defineConfig({ MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL }));

const atOnce = process.argv.includes('--at-once');
const orgId = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '';
const store = await openStore({
  url: config.MONGODB_URL,
  database: config.MONGODB_DATABASE,
  encryptionKeys: config.ENCRYPTION_KEY,
  logger: createLogger('rotate-webhook-key', config.LOG_LEVEL),
});
try {
  const keys = keyRepository(store);
  await store.start();
  if (orgId === '') throw new AppError('validation_failed', 'Name the org whose key is to be replaced');
  const now = new Date();
  const until = new Date(now.getTime() + (atOnce ? 0 : OVERLAP_MS));
  const { kid } = await keys.rotate(orgId, { now, until });
  console.log(`Key ${kid} signs from now on${atOnce ? '' : `, and the one before until ${until.toISOString()}`}`);
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await store.close();
}
