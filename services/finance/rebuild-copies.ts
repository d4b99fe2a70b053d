import { openStore } from '#chassis/mongo/mongo.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { defineConfig, loadConfig } from '#chassis/runtime/config.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { financeConfig } from './config.ts';
import { hasDrift } from './local-copies/domain/drift.ts';
import { MAX_KEYS, productOf } from './local-copies/owner.ts';
import { checkCopies, rebuildCopies } from './local-copies/rebuild.ts';
import { copyRepository } from './local-copies/repository.ts';
import { storedCopies } from './local-copies/stored-copies-repository.ts';

/**
 * Makes finance's copies equal to product's records. It runs with the environment of the service, beside its running
 * replicas. With `--check` it changes nothing, and exits with 1 if they differ.
 */

const { MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL, ...settings } = financeConfig.settings;
const { TLS_CA, TLS_CERT, TLS_KEY, PRODUCT_ADDRESS } = settings;
const needed = { MONGODB_URL, MONGODB_DATABASE, ENCRYPTION_KEY, LOG_LEVEL, TLS_CA, TLS_CERT, TLS_KEY, PRODUCT_ADDRESS };
const config = loadConfig(defineConfig(needed));
/** Milliseconds to wait before a comparison. An event arrives within this time (decisions 1: Eventual facts). */
const SETTLE_MS = 10_000;

const checks = process.argv.includes('--check');
const logger = createLogger('rebuild-copies', config.LOG_LEVEL);
const store = await openStore({
  url: config.MONGODB_URL,
  database: config.MONGODB_DATABASE,
  encryptionKeys: config.ENCRYPTION_KEY,
  logger,
});
const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
const channel = new PeerChannel({ peer: 'product', address: config.PRODUCT_ADDRESS, tls, logger, source: 'finance' });
try {
  await store.start();
  const owner = productOf(connect('product', 'SnapshotService', channel));
  const stored = storedCopies(store, MAX_KEYS);
  const drift = checks
    ? await checkCopies({ owner, stored }, SETTLE_MS)
    : await rebuildCopies({ owner, stored, copies: copyRepository(store) });
  for (const [kind, { missing, outdated, superfluous }] of Object.entries(drift)) {
    console.log(`${kind}: ${missing} missing, ${outdated} outdated, ${superfluous} superfluous`);
  }
  if (checks && Object.values(drift).some(hasDrift)) process.exitCode = 1;
} finally {
  channel.close();
  await store.close();
}
