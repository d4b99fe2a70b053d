import { backlogMeter } from '#chassis/messaging/backlog-meter.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { upgrades } from '#chassis/mongo/upgrades.ts';
import { openReferenceLocks } from '#chassis/reference-integrity/reference-locks.ts';
import { reservationService } from '#chassis/reference-integrity/reservation-service.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { periodic } from '#chassis/runtime/periodic.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { createAccessChanges } from './access/access-changes.ts';
import { createAccessPublisher } from './access/publisher.ts';
import { revocationRepository } from './access/repository.ts';
import { apiKeyRules } from './api-keys/domain/api-key.ts';
import { apiKeyHandlers } from './api-keys/handlers.ts';
import { apiKeyRepository } from './api-keys/repository.ts';
import { createAccountAudit } from './audit/account-audit.ts';
import { createLoginAudit } from './audit/failed-login.ts';
import { auditHandlers } from './audit/handlers.ts';
import { onEvent } from './audit/on-event.ts';
import { auditLog } from './audit/repository.ts';
import { unauditedLoginRepository } from './audit/unaudited-login-repository.ts';
import { LOOK_EVERY_MS as ATTEMPTS_EVERY_MS, createWriteAttempts } from './audit/write-attempts.ts';
import type { identityConfig } from './config.ts';
import { createAcceptInvitation } from './invitations/accept-invitation.ts';
import { invitationHandlers } from './invitations/handlers.ts';
import { createMailInvitation } from './invitations/mail-invitation.ts';
import { createProveOwner } from './invitations/prove-owner.ts';
import { invitationLinkRepository } from './invitations/repository.ts';
import { createMailer } from './mail/mailer.ts';
import { mailsWaiting } from './mail/metrics.ts';
import { mailRepository } from './mail/repository.ts';
import { createMailTransport } from './mail/transport.ts';
import { createBootstrap } from './orgs/bootstrap.ts';
import { createFoundOrg } from './orgs/found-org.ts';
import { orgHandlers } from './orgs/handlers.ts';
import { orgRepository, orgTexts } from './orgs/repository.ts';
import { passwordHandlers } from './password-resets/handlers.ts';
import { passwordResetRepository } from './password-resets/repository.ts';
import { createResetPassword } from './password-resets/reset-password.ts';
import { createWriteMails, LOOK_EVERY_MS } from './password-resets/write-mails.ts';
import { createChangePassword } from './sessions/change-password.ts';
import { loginHandlers, sessionHandlers } from './sessions/handlers.ts';
import { createLogin } from './sessions/login.ts';
import { createLogout } from './sessions/logout.ts';
import { createPasswordCheck } from './sessions/password-check.ts';
import { failureRepository } from './sessions/repository.ts';
import { sessionRepository } from './sessions/session-repository.ts';
import { signingKeyHandlers } from './signing-keys/handlers.ts';
import { createKeyRing, REFRESH_MS } from './signing-keys/key-ring.ts';
import { signingKeyRepository } from './signing-keys/repository.ts';
import { accountHandlers } from './users/account-handlers.ts';
import { createAccounts } from './users/accounts.ts';
import { createFindClient } from './users/find-client.ts';
import { userHandlers } from './users/handlers.ts';
import { memberRepository } from './users/member-repository.ts';
import { nameReader } from './users/names-repository.ts';
import { createPasswords } from './users/passwords.ts';
import { invitationsUpgrade, memberTexts, ownersUpgrade, userRepository } from './users/repository.ts';
import { boundUsers } from './users/users-of-clients-repository.ts';

/** Maximum number of events that are applied at the same time. They share transactions. */
const MAX_EVENTS = 256;

export interface IdentityOptions {
  config: ConfigOf<typeof identityConfig>;
  store: Store;
  bus: EventBus;
  writer: Writer;
  logger: Logger;
}

/** Joins the parts of the service: its rpcs, and the background work that each replica runs. */
export async function identity({ config, store, bus, writer, logger }: IdentityOptions): Promise<{
  services: [ServiceImplementation, ...ServiceImplementation[]];
  workers: Component[];
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
  const resets = passwordResetRepository(store);
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const product = new PeerChannel({
    peer: 'product',
    address: config.PRODUCT_ADDRESS,
    tls,
    logger,
    source: 'identity',
  });
  const clients = connect('product', 'ClientService', product);
  const keys = createKeyRing(signingKeyRepository(store), config);
  const log = auditLog(store);
  const audit = createAccountAudit({ log, users, newId });
  const locks = openReferenceLocks(store);
  const mails = mailRepository(store);
  const links = invitationLinkRepository(store);
  const mailInvitation = createMailInvitation({ links, mails, orgs, publicUrl: config.PUBLIC_URL });
  const proveOwner = createProveOwner({ users, orgs, access, failures, mailInvitation });
  const members = memberRepository({ store, users, orgs, resets, mailInvitation, access, locks, audit });
  const names = nameReader(store);
  const attempts = unauditedLoginRepository(store);
  const loginAudit = createLoginAudit({ attempts, users, newId });
  const writeAttempts = createWriteAttempts({ attempts, log, users, orgs });
  const check = createPasswordCheck({ store, users, failures, passwords, audit: loginAudit, logger, config });
  const login = createLogin({ store, users, accounts, sessions, check, passwords, keys });
  const logout = createLogout({ store, access, audit });
  const changePassword = createChangePassword({ store, users, resets, check, passwords, access, audit });
  const apiKeys = apiKeyRules(config.RATE_LIMIT_KEY);
  const keyRecords = apiKeyRepository(store, access, config.API_KEY_MAX_PER_ORG);
  const resetPassword = createResetPassword({ writer, resets, users, passwords, proveOwner, access, audit });
  const accept = createAcceptInvitation({ writer, links, users, orgs, passwords, proveOwner, access, audit });
  const writeMails = createWriteMails({ store, resets, users, mails, publicUrl: config.PUBLIC_URL });
  const bootstrap = createBootstrap({ writer, orgs, users, passwords, config });
  return {
    services: [
      implement('identity', 'AuthService', {
        ...loginHandlers(login),
        ...accountHandlers({ accounts, users }),
        ...signingKeyHandlers(keys),
      }),
      sessionHandlers({ logout, changePassword, revocations }),
      userHandlers({
        writer,
        members,
        names,
        passwords,
        findClient: createFindClient(clients),
        announce: access.announce,
      }),
      orgHandlers({ writer, orgs, users, found: createFoundOrg({ writer, orgs, users }) }),
      apiKeyHandlers({ writer, keys: keyRecords, rules: apiKeys, orgs, names, announce: access.announce }),
      auditHandlers(log, names),
      passwordHandlers({ store, resets, resetPassword }),
      invitationHandlers(accept),
      reservationService({ owner: 'product', store, locks, usersOfAny: boundUsers(store) }),
    ],
    workers: [
      upgrades(store, [ownersUpgrade, invitationsUpgrade, memberTexts, orgTexts], logger),
      publisher,
      bus.consume({ ...subscriptions.identity, handle: onEvent(log), concurrency: MAX_EVENTS }),
      createMailer({ mails, transport: createMailTransport(config), logger }),
      periodic({ name: 'login attempts', run: writeAttempts, everyMs: ATTEMPTS_EVERY_MS, background: true, logger }),
      backlogMeter({ store, name: 'meter of waiting mails', gauge: mailsWaiting, count: mails.count, logger }),
      periodic({ name: 'password resets', run: writeMails, everyMs: LOOK_EVERY_MS, background: true, logger }),
      periodic({ name: 'signing keys', run: keys.refresh, everyMs: REFRESH_MS, logger }),
      periodic({ name: 'first admin', run: bootstrap, logger }),
    ],
  };
}
