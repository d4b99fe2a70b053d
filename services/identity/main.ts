import { loadConfig } from '#chassis/config.ts';
import { grpcServer, implement } from '#chassis/grpc-server.ts';
import { runService } from '#chassis/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { identityConfig } from './config.ts';
import { createBootstrap } from './orgs/bootstrap.ts';
import { orgRepository } from './orgs/repository.ts';
import { periodic } from './periodic.ts';
import { sessionHandlers } from './sessions/handlers.ts';
import { createLogin } from './sessions/login.ts';
import { failureRepository } from './sessions/repository.ts';
import { signingKeyHandlers } from './signing-keys/handlers.ts';
import { createKeyRing, REFRESH_MS } from './signing-keys/key-ring.ts';
import { signingKeyRepository } from './signing-keys/repository.ts';
import { createAccounts } from './users/accounts.ts';
import { userHandlers } from './users/handlers.ts';
import { createPasswords } from './users/passwords.ts';
import { userRepository } from './users/repository.ts';

const config = loadConfig(identityConfig);

await runService('identity', config, async ({ logger }) => {
  const { store, bus, relay, writer } = await openServiceData('identity', config, logger);
  const passwords = await createPasswords();
  const [users, orgs, failures] = [userRepository(store), orgRepository(store), failureRepository(store)];
  const accounts = createAccounts(users, orgs);
  const keys = createKeyRing(signingKeyRepository(store), config);
  const login = createLogin({ users, accounts, failures, passwords, keys, config });
  const bootstrap = createBootstrap({ writer, orgs, users, passwords, config });
  const methods = { ...sessionHandlers(login), ...userHandlers(accounts), ...signingKeyHandlers(keys) };
  return [
    ...[store, bus, relay],
    periodic({ name: 'signing keys', run: keys.refresh, everyMs: REFRESH_MS, logger }),
    periodic({ name: 'first admin', run: bootstrap, logger }),
    grpcServer({ config, logger, services: [implement('identity', 'AuthService', methods)] }),
  ];
});
