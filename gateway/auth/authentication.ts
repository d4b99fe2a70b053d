import { randomUUID } from 'node:crypto';
import type { Bus } from '#chassis/messaging/bus.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { Services } from '../grpc-clients.ts';
import { createAccess } from './access-changes.ts';
import { createApiKeys } from './api-keys.ts';
import { type Authenticator, createAuthenticator, membershipFinder } from './authenticator.ts';
import { createKeyUses } from './key-uses.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createTokens } from './tokens.ts';

interface Options {
  services: Pick<Services, 'auth' | 'apiKeys' | 'sessions'>;
  bus: Pick<Bus, 'subscriber'>;
  logger: Logger;
}

export interface Authentication {
  authenticator: Authenticator;
  signingKeys: SigningKeys;
  parts: Component[];
}

/** Creates and connects the parts that find out who is calling. */
export function openAuthentication({ services, bus, logger }: Options): Authentication {
  // These calls have no caller: the gateway makes them for itself.
  const itself = () => ({ context: { requestId: randomUUID() } });
  const access = createAccess({
    bus,
    list: (page) => services.sessions.listAccessChanges(page, itself()),
    logger,
  });
  const signingKeys = createSigningKeys({
    fetch: async () => (await services.auth.listSigningKeys({}, itself())).keys,
    changed: () => tokens.forget(),
  });
  const tokens = createTokens({ keys: signingKeys, access });
  const uses = createKeyUses({ report: (uses) => services.apiKeys.reportApiKeyUse({ uses }, itself()), logger });
  const resolve = async (hash: string) => (await services.apiKeys.resolveApiKey({ hash }, itself())).grant ?? undefined;
  const apiKeys = createApiKeys({ resolve, access, uses });
  const findMembership = membershipFinder(services);
  const authenticator = createAuthenticator({ tokens, apiKeys, access, findMembership });
  return { authenticator, signingKeys, parts: [signingKeys, access, uses] };
}
