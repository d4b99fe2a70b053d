import { afterAll } from '@jest/globals';
import { AppError, notFound } from '#chassis/domain/errors.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { openReferenceLocks } from '#chassis/reference-integrity/reference-locks.ts';
import { reservationService } from '#chassis/reference-integrity/reservation-service.ts';
import type { CallContext, Principal } from '#chassis/rpc/context.ts';
import type { ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { serveGrpc } from '#chassis/rpc/grpc-server.ts';
import type { UserInput } from '#proto/identity/v1/contract.ts';
import { createOrg } from '../../../../services/identity/orgs/domain/org.ts';
import { createFoundOrg } from '../../../../services/identity/orgs/found-org.ts';
import { orgHandlers } from '../../../../services/identity/orgs/handlers.ts';
import { passwordResetRepository } from '../../../../services/identity/password-resets/repository.ts';
import { createUser } from '../../../../services/identity/users/domain/user.ts';
import { createFindClient } from '../../../../services/identity/users/find-client.ts';
import { userHandlers } from '../../../../services/identity/users/handlers.ts';
import { memberRepository } from '../../../../services/identity/users/member-repository.ts';
import { nameReader } from '../../../../services/identity/users/names-repository.ts';
import { boundUsers } from '../../../../services/identity/users/users-of-clients-repository.ts';
import { certificatesOf, channelTo, logger } from '../../../support/grpc.ts';
import { recordOf } from '../../../support/service/callers.ts';
import { dropDatabase, newDatabase, now, openReplica, writtenMails } from '../support.ts';

export interface Who {
  context: CallContext & { principal: Principal };
}

/** Starts the services for users and orgs over gRPC. A fake product has the clients `c1` and `c2` in each org. */
export async function openScene() {
  const identity = await openReplica(newDatabase());
  await identity.keys.refresh(new Date());
  const { store, writer, users, orgs, access, audit, passwords, mailInvitation } = identity;
  const product = { isDown: false, clients: new Set(['c1', 'c2']) };
  const findClient = createFindClient({
    async getClient(request) {
      const { id = '' } = request as { id?: string };
      if (product.isDown) throw new AppError('upstream_unavailable', 'Service product is unavailable');
      if (!product.clients.has(id)) throw notFound('Client');
      return { record: { id } as never, revision: 1, eventId: '', replayed: false };
    },
  });
  const resets = passwordResetRepository(store);
  const locks = openReferenceLocks(store);
  const members = memberRepository({ store, users, orgs, access, resets, mailInvitation, locks, audit });
  const tls = await certificatesOf('identity', 'gateway', 'product');
  const services: [ServiceImplementation, ...ServiceImplementation[]] = [
    userHandlers({ writer, members, names: nameReader(store), passwords, findClient, announce: access.announce }),
    orgHandlers({ writer, orgs, users, found: createFoundOrg({ writer, orgs, users }) }),
    reservationService({ owner: 'product', store, locks, usersOfAny: boundUsers(store) }),
  ];
  const server = await serveGrpc({
    faultOf: databaseFault,
    host: '127.0.0.1',
    port: 0,
    tls: tls.identity,
    services,
    logger,
    drainTimeout: 1_000,
  });
  const byGateway = channelTo('identity', server.port, tls.gateway);
  const byProduct = channelTo('identity', server.port, tls.product, 'product');
  const userService = connect('identity', 'UserService', byGateway);
  const orgService = connect('identity', 'OrgService', byGateway);
  const releases = connect('common', 'ReleaseService', byProduct);

  afterAll(async () => {
    for (const channel of [byGateway, byProduct]) channel.close();
    await server.drain();
    await dropDatabase(store);
  });

  let mailed: Awaited<ReturnType<typeof writtenMails>> = [];

  return {
    ...{ identity, product, resets, releases, services: services.slice(0, 2) },
    users: userService,
    orgs: orgService,
    /** Creates an org with an admin who has chosen the password. */
    async anOrg(email = `${newId()}@example.com`): Promise<Who> {
      const { state: org } = createOrg({ name: 'Mill', isOperator: false }, now, newId);
      const first = { email, passwordHash: 'its own', orgId: org.id, role: 'admin', clientId: null } as const;
      const { user, membership } = createUser(first, now, newId);
      const call = { context: { requestId: 'scene' }, deadline: Date.now() + 8_000, now };
      await writer.write(call, async (tx) => {
        await orgs.insert(tx, [{ state: org }]);
        await users.insert(user, membership, tx.session);
        tx.count('memberships', 1, org.id);
      });
      return who({ id: user.id, orgId: org.id });
    },
    /** Tokens of the invitations that were mailed to this address since the last call, the oldest first. */
    async invitations(email: string): Promise<string[]> {
      mailed.push(...(await writtenMails(identity)));
      const own = mailed.filter(({ to }) => to === email);
      mailed = mailed.filter(({ to }) => to !== email);
      return own.flatMap(({ text }) => /accept-invitation#([\w-]{43})$/m.exec(text)?.[1] ?? []);
    },
    accept: (token: string, password?: string, name?: string) =>
      identity.accept(
        { token, password, name },
        { context: { requestId: 'r' }, deadline: Date.now() + 8_000, now: new Date() },
      ),
    /** Invites a user into the org of `caller`, and accepts the invitation. */
    async joined(user: ReturnType<typeof aUser>, caller: Who, password?: string): Promise<{ id: string }> {
      const { password: _, ...invited } = user;
      await userService.createUser({ user: invited }, caller);
      const email = user.email.toLowerCase();
      await this.accept((await this.invitations(email)).at(-1) ?? '', password);
      return (await users.findByEmail(email)) ?? { id: '' };
    },
    /** The events of all writes in the org, the oldest first. */
    async events(orgId: string) {
      const rows = await openOutbox(store).find({ orgId }).sort({ _id: 1 }).lean();
      return rows.map(({ envelope }) => JSON.parse(envelope));
    },
  };
}

/** A caller. Default role: admin. */
export function who(fields: Partial<Principal> & { orgId: string }): Who {
  return { context: { requestId: 'req-1', principal: { kind: 'user', id: newId(), role: 'admin', ...fields } } };
}

/** The same caller with other fields, for example in another org. */
export const as = ({ context }: Who, fields: Partial<Principal>): Who => who({ ...context.principal, ...fields });

export const keyed = ({ context }: Who, key: string): Who => ({
  context: { ...context, idempotency: { key, operation: 'POST /api/v1/users', fingerprint: 'f' } },
});

/** The input of a new user. Default: staff with a new email. */
export function aUser(fields: Partial<Omit<UserInput, 'user_metadata'>> & { user_metadata?: string } = {}) {
  return { email: `${newId()}@example.com`, role: 'staff', ...fields };
}

/** Adds `user` to the org of `caller`, and returns the record. */
export const added = (service: RpcClient<'identity', 'UserService'>, user: ReturnType<typeof aUser>, caller: Who) =>
  recordOf(service.createUser({ user }, caller));

/** Error code of a call; `nothing` if the call succeeds. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'nothing',
    (error: AppError) => error.code,
  );
}
