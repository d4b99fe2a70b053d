import { openStore } from '#chassis/mongo/mongo.ts';
import { defineConfig, loadConfig } from '#chassis/runtime/config.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { identityConfig } from './config.ts';
import { createKeyRing } from './signing-keys/key-ring.ts';
import { signingKeyRepository } from './signing-keys/repository.ts';

/**
 * Creates the next key for access tokens. It runs with the environment of the service. Running replicas read the key
 * within a minute, and use it when every gateway knows it. No user is logged out.
 */

const { MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL, ...settings } = identityConfig.settings;
const { SIGNING_KEY_ROTATION_SECONDS, SIGNING_KEY_AHEAD_SECONDS } = settings;
const schedule = { SIGNING_KEY_ROTATION_SECONDS, SIGNING_KEY_AHEAD_SECONDS };
const config = loadConfig(defineConfig({ MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL, ...schedule }));

const store = await openStore({
  url: config.MONGODB_URL,
  database: config.MONGODB_DATABASE,
  encryptionKeys: config.ENCRYPTION_KEY,
  logger: createLogger('rotate-keys', config.LOG_LEVEL),
});
try {
  await store.start();
  const { kid, signsFrom } = await createKeyRing(signingKeyRepository(store), config).rotate(new Date());
  console.log(`Key ${kid} signs from ${signsFrom.toISOString()} on`);
} finally {
  await store.close();
}
