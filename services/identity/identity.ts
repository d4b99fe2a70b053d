import type { Bus } from '#chassis/bus.ts';
import type { ConfigOf } from '#chassis/config.ts';
import { implement, type ServiceImplementation } from '#chassis/grpc-server.ts';
import type { Logger } from '#chassis/logger.ts';
import { newId, type Store } from '#chassis/mongo.ts';
import type { Part } from '#chassis/run-service.ts';
import type { Writer } from '#chassis/write.ts';
import { createAccessChanges } from './access/access-changes.ts';
import { createAccessPublisher } from './access/publisher.ts';
import { revocationRepository } from './access/repository.ts';
import { apiKeyRules } from './api-keys/api-key.ts';
import { apiKeyHandlers } from './api-keys/handlers.ts';
import { apiKeyRepository } from './api-keys/repository.ts';
import { createLoginAudit } from './audit/failed-login.ts';
import { auditHandlers } from './audit/handlers.ts';
import { onEvent } from './audit/on-event.ts';
import { auditLog } from './audit/repository.ts';
import type { identityConfig } from './config.ts';
import { createBootstrap } from './orgs/bootstrap.ts';
import { orgRepository } from './orgs/repository.ts';
import { periodic } from './periodic.ts';
import { sessionHandlers } from './sessions/handlers.ts';
import { createLogin } from './sessions/login.ts';
import { failureRepository } from './sessions/repository.ts';
import { sessionRepository } from './sessions/session-repository.ts';
import { signingKeyHandlers } from './signing-keys/handlers.ts';
import { createKeyRing, REFRESH_MS } from './signing-keys/key-ring.ts';
import { signingKeyRepository } from './signing-keys/repository.ts';
import { createAccounts } from './users/accounts.ts';
import { userHandlers } from './users/handlers.ts';
import { createPasswords } from './users/passwords.ts';
import { userRepository } from './users/repository.ts';

/** Audited at once: they share transactions. */
const EVENTS_AT_ONCE = 256;

export interface IdentityOptions {
  config: ConfigOf<typeof identityConfig>;
  store: Store;
  bus: Bus;
  writer: Writer;
  logger: Logger;
}

/** The rooms of the service, joined: what it answers, and what every replica does of its own accord. */
export async function identity({ config, store, bus, writer, logger }: IdentityOptions): Promise<{
  services: [ServiceImplementation, ...ServiceImplementation[]];
  workers: Part[];
}> {
  const passwords = await createPasswords(config);
  const users = userRepository(store);
  const orgs = orgRepository(store);
  const failures = failureRepository(store);
  const sessions = sessionRepository(store);
  const revocations = revocationRepository(store);
  const publisher = createAccessPublisher({ bus, revocations, instance: newId(), logger });
  const access = createAccessChanges({ users, sessions, revocations, announce: publisher.announce, newId });
  const accounts = createAccounts(users, orgs);
  const keys = createKeyRing(signingKeyRepository(store), config);
  const log = auditLog(store);
  const audit = createLoginAudit({ log, users, orgs, newId });
  const login = createLogin({ users, accounts, failures, passwords, keys, audit, config });
  const apiKeys = apiKeyRules(config.RATE_LIMIT_KEY);
  const keyRecords = apiKeyRepository({ store, writer, rules: apiKeys, access });
  const bootstrap = createBootstrap({ writer, orgs, users, passwords, config });
  return {
    services: [
      implement('identity', 'AuthService', {
        ...sessionHandlers(login),
        ...userHandlers(accounts),
        ...signingKeyHandlers(keys),
      }),
      apiKeyHandlers({ keys: keyRecords, rules: apiKeys, orgs }),
      auditHandlers(log),
    ],
    workers: [
      publisher,
      bus.consume({ durable: 'identity', filters: ['events.>'], handle: onEvent(log), concurrency: EVENTS_AT_ONCE }),
      periodic({ name: 'signing keys', run: keys.refresh, everyMs: REFRESH_MS, logger }),
      periodic({ name: 'first admin', run: bootstrap, logger }),
    ],
  };
}
