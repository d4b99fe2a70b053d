import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openStore } from '#chassis/mongo/mongo.ts';
import type { CallContext } from '#chassis/rpc/context.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import type { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { loginHandlers } from '../../../services/identity/sessions/handlers.ts';
import { signingKeyHandlers } from '../../../services/identity/signing-keys/handlers.ts';
import { accountHandlers } from '../../../services/identity/users/account-handlers.ts';
import { certificatesOf, channelTo, logger, serve } from '../../support/grpc.ts';
import { buildReplica, encryptionKey, type Replica } from './support.ts';

// No server listens at this port.
const url = 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200';
let replica: Replica;
let server: RunningServer;
let channel: PeerChannel;
let identity: RpcClient<'identity', 'AuthService'>;

beforeAll(async () => {
  replica = await buildReplica(await openStore({ url, database: 'identity', encryptionKeys: [encryptionKey], logger }));
  const { login, accounts, users, keys } = replica;
  const methods = { ...loginHandlers(login), ...accountHandlers({ accounts, users }), ...signingKeyHandlers(keys) };
  const tls = await certificatesOf('identity', 'gateway');
  server = await serve(tls.identity, implement('identity', 'AuthService', methods));
  channel = channelTo('identity', server.port, tls.gateway);
  identity = connect('identity', 'AuthService', channel);
});
afterAll(async () => {
  channel.close();
  await server.drain();
  await replica.store.close();
});

const context: CallContext = {
  requestId: 'req-1',
  principal: { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' },
};

test('without its database identity says so, and when to come again', async () => {
  const login = identity.login({ username: 'a@example.com', password: 'x', address: '192.0.2.1' }, { context });
  const read = identity.getUser({ id: 'u1', org_id: 'o1' }, { context });
  const outage = {
    code: 'upstream_unavailable',
    message: 'Service identity is unavailable: The database is unavailable',
    retryAfter: 2,
  };
  await Promise.all([
    expect(login).rejects.toMatchObject(outage),
    expect(read).rejects.toMatchObject({ code: 'upstream_unavailable' }),
    expect(identity.listSigningKeys({}, { context })).rejects.toMatchObject({ code: 'upstream_unavailable' }),
  ]);
});
