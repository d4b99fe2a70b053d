import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, PermissionViolationError } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { PEERS, SERVICES } from '../../../deploy/local/processes.ts';
import { type GuardedNats, startGuardedNats } from '../../support/backends/guarded-nats.ts';
import { declareGuarded } from '../../support/topology.ts';

/** decisions 3, Inside: each user may publish and subscribe only to the subjects that it needs. */
let nats: GuardedNats;
const connections: NatsConnection[] = [];
beforeAll(async () => {
  nats = await startGuardedNats();
  await declareGuarded(nats);
}, 60_000);
afterAll(async () => {
  await Promise.all(connections.map((connection) => connection.close()));
  await nats.stop();
});

async function connectAs(user: string): Promise<NatsConnection> {
  const inboxPrefix = `_INBOX.${user}`;
  const connection = await connect({ servers: nats.url, user, pass: nats.passwordOf(user), inboxPrefix });
  connections.push(connection);
  return connection;
}

/** Adds the same requests under the name that JetStream has in the accounts of the services. */
const withDomain = (subjects: string[]) => [
  ...subjects,
  ...subjects.map((subject) => subject.replace('$JS.API.', '$JS.EVENTS.API.')),
];

/** The `subjects` for which the server refuses this operation of `user`. */
async function refused(user: string, operation: 'publish' | 'subscription', subjects: string[]): Promise<string[]> {
  const connection = await connectAs(user);
  const found: string[] = [];
  const watching = (async () => {
    for await (const { type, ...status } of connection.status()) {
      const { error } = status as { error?: unknown };
      const counts = type === 'error' && error instanceof PermissionViolationError && error.operation === operation;
      if (counts) found.push(error.subject);
    }
  })();
  for (const subject of subjects) {
    if (operation === 'publish') connection.publish(subject, '{}');
    else connection.subscribe(subject, { callback: () => {} });
  }
  await connection.flush();
  await connection.close();
  await watching;
  return found;
}

test('a wrong password is refused', async () => {
  await expect(connect({ servers: nats.url, user: 'product', pass: 'wrong' })).rejects.toThrow(/authorization/i);
});

const others = (user: string) => PEERS.filter((other) => other !== user);

test.each(PEERS)('%s may not publish what others say, nor to their inboxes', async (user) => {
  const subjects = others(user).flatMap((other) => [
    `events.${other}.client.created`,
    `dead.${other}`,
    `_INBOX.${other}.x`,
    `_INBOX.${other}.x.y`,
  ]);
  if (user !== 'identity') subjects.push('access.revoked.x', 'access.heartbeat.x');
  if (user !== 'gateway') subjects.push('limits.usage');
  expect(await refused(user, 'publish', subjects)).toEqual(subjects);
});

test.each(PEERS)('%s may not listen to everything, to events outside its consumer, or at inboxes', async (user) => {
  const subjects = [
    '>',
    '*',
    'events.>',
    'events.*.*.*',
    'dead.>',
    'access.>',
    '_INBOX.>',
    '_INBOX.*.>',
    '$JS.>',
    '$SYS.>',
  ];
  if (user !== 'gateway') subjects.push('limits.>', 'limits.usage');
  subjects.push(...others(user).map((other) => `_INBOX.${other}.>`));
  expect(await refused(user, 'subscription', subjects)).toEqual(subjects);
});

test.each(PEERS)('%s may neither change a stream nor read it without its consumer', async (user) => {
  const streams = ['EVENTS', 'DEAD', 'ACCESS', 'OTHER'].flatMap((stream) => [
    `$JS.API.STREAM.CREATE.${stream}`,
    `$JS.API.STREAM.PURGE.${stream}`,
    `$JS.API.STREAM.DELETE.${stream}`,
    `$JS.API.STREAM.UPDATE.${stream}`,
    `$JS.API.STREAM.MSG.DELETE.${stream}`,
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.STREAM.SNAPSHOT.${stream}`,
    `$JS.API.STREAM.RESTORE.${stream}`,
    `$JS.API.DIRECT.GET.${stream}`,
  ]);
  const rest = ['$JS.API.STREAM.LIST', '$JS.API.STREAM.NAMES', '$SYS.REQ.SERVER.PING'];
  const subjects = withDomain([...streams, ...rest]).filter(
    // Gateways read the stream of revocations.
    (subject) => user !== 'gateway' || subject !== '$JS.EVENTS.API.DIRECT.GET.ACCESS',
  );
  expect(await refused(user, 'publish', subjects)).toEqual(subjects);
});

test.each(PEERS)('%s may make, change or remove no consumer, its own neither', async (user) => {
  const subjects = ['EVENTS', 'DEAD', 'ACCESS'].flatMap((stream) => [
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${user}`,
    `$JS.API.CONSUMER.CREATE.${stream}.${user}.events.>`,
    `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${user}`,
    `$JS.API.CONSUMER.DELETE.${stream}.${user}`,
    `$JS.API.CONSUMER.PAUSE.${stream}.${user}`,
  ]);
  expect(await refused(user, 'publish', withDomain(subjects))).toEqual(withDomain(subjects));
});

test.each(PEERS)("%s may not touch the others' consumers", async (user) => {
  const subjects = withDomain(
    others(user).flatMap((other) => [
      `$JS.API.CONSUMER.CREATE.EVENTS.${other}`,
      `$JS.API.CONSUMER.CREATE.EVENTS.${other}.events.>`,
      `$JS.API.CONSUMER.DURABLE.CREATE.EVENTS.${other}`,
      `$JS.API.CONSUMER.DELETE.EVENTS.${other}`,
      `$JS.API.CONSUMER.INFO.EVENTS.${other}`,
      `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${other}`,
      `$JS.ACK.EVENTS.${other}.1.1.1.1.1`,
    ]),
  );
  expect(await refused(user, 'publish', subjects)).toEqual(subjects);
});

test('who replays dead letters may read and remove them, say again what services say, and nothing else', async () => {
  const publishable = SERVICES.map((service) => `events.${service}.client.created`);
  const api = ['STREAM.MSG.GET.DEAD', 'STREAM.MSG.DELETE.DEAD', 'STREAM.MSG.GET.EVENTS'].map(
    (name) => `$JS.EVENTS.API.${name}`,
  );
  expect(await refused('replay', 'publish', [...publishable, ...api])).toEqual([]);
  const streams = ['EVENTS', 'DEAD', 'ACCESS'].flatMap((stream) =>
    ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'SNAPSHOT', 'RESTORE'].map(
      (verb) => `$JS.API.STREAM.${verb}.${stream}`,
    ),
  );
  const subjects = [
    ...PEERS.flatMap((peer) => [`dead.${peer}`, `_INBOX.${peer}.x`]),
    ...['access.revoked.x', 'limits.usage', 'events.gateway.x.y', 'events.x', '$SYS.REQ.SERVER.PING'],
    ...withDomain([
      ...streams,
      ...['STREAM.MSG.DELETE.EVENTS', 'STREAM.MSG.GET.ACCESS', 'STREAM.MSG.DELETE.ACCESS'].map(
        (name) => `$JS.API.${name}`,
      ),
      ...['DIRECT.GET.ACCESS', 'CONSUMER.CREATE.EVENTS', 'CONSUMER.DURABLE.CREATE.EVENTS.replay'].map(
        (name) => `$JS.API.${name}`,
      ),
      ...SERVICES.map((service) => `$JS.API.CONSUMER.MSG.NEXT.EVENTS.${service}`),
    ]),
  ];
  expect(await refused('replay', 'publish', subjects)).toEqual(subjects);
  const heard = ['>', 'events.>', 'dead.>', 'access.>', 'limits.usage', '_INBOX.>', '_INBOX.product.>', '$JS.>'];
  expect(await refused('replay', 'subscription', heard)).toEqual(heard);
});

test('what was attacked is as it was', async () => {
  const manager = await jetstreamManager(await connectAs('admin'));
  // The four events that the user `replay` published, as it is allowed to.
  expect((await manager.streams.info('EVENTS')).state.messages).toBe(SERVICES.length);
  const consumers = await Promise.all(SERVICES.map((service) => manager.consumers.info('EVENTS', service)));
  expect(consumers.map(({ name, config }) => [name, config.deliver_subject])).toEqual(
    SERVICES.map((service) => [service, undefined]),
  );
});
