import { randomBytes } from 'node:crypto';
import { AppError } from '#chassis/domain/errors.ts';
import type { Envelope } from '#chassis/domain/record.ts';
import type { EventBus, EventMessage } from '#chassis/messaging/event-bus.ts';
import { newEventId, type OutboxRow } from '#chassis/messaging/outbox.ts';
import type { Relay } from '#chassis/messaging/relay.ts';
import { newId, openStore } from '#chassis/mongo/mongo.ts';
import { type Call, type CallContext, type Principal, refusalOf } from '#chassis/rpc/context.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { notificationConfig } from '../../../services/notification/config.ts';
import { notification } from '../../../services/notification/notification.ts';

export type Config = ConfigOf<typeof notificationConfig>;

export const silent = createLogger('test', process.env.TEST_LOG_LEVEL ?? 'silent');
const url = process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017';
const encryptionKey = randomBytes(32).toString('base64');

/** Settings for receivers on this machine, with a retry schedule that is short enough for tests. */
export const localSettings = {
  TLS_CA: '-',
  TLS_CERT: '-',
  TLS_KEY: '-',
  NATS_URL: '-',
  MONGODB_URL: url,
  MONGODB_DATABASE: 'unused',
  ENCRYPTION_KEY: encryptionKey,
  WEBHOOK_ALLOW_HTTP: 'true',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  WEBHOOK_RETRY_SCHEDULE: '0,0.05,0.05',
  WEBHOOK_LEASE_MS: '300',
  WEBHOOK_TIMEOUT_MS: '2000',
};

export const newDatabase = () => `test_notification_${newId()}`;

/** Opens a process of notification without gRPC and NATS. Its own events are passed to its consumer directly. */
export async function openReplica(settings: Record<string, string> = {}, database = newDatabase()) {
  const config: Config = loadConfig(notificationConfig, { ...localSettings, ...settings });
  const store = await openStore({ url, database, encryptionKeys: [encryptionKey], logger: silent });
  let handle: (message: EventMessage) => Promise<void> = async () => {};
  const bus = {
    consume: (options: { handle: typeof handle }) => {
      handle = options.handle;
      return { name: 'consumer', start: async () => {}, stop: async () => {} };
    },
  } as unknown as EventBus;
  const handling = new Set<Promise<void>>();
  const relay: Relay = {
    name: 'relay',
    publish(rows) {
      for (const row of rows) {
        const handled = handle(messageOf(row)).finally(() => handling.delete(handled));
        handling.add(handled);
      }
    },
    start: async () => {},
    stop: async () => {},
  };
  const writer = createWriter({ store, service: 'notification', relay });
  const { services, workers } = notification({ config, store, bus, writer, logger: silent });
  const methods = Object.assign({}, ...services.map((service) => service.methods)) as (typeof services)[0]['methods'];
  await store.start();
  for (const worker of workers) await worker.start?.();
  return {
    store,
    database,
    services,
    /** Passes an event to the consumer. */
    accept: (message: EventMessage) => handle(message),
    /** Calls an rpc with the access checks of the gRPC server. */
    call: async (rpc: string, request: object, call: Call = aCall(anAdmin)) => {
      const method = methods[rpc];
      if (!method) throw new Error(`No rpc ${rpc}`);
      const refusal = method.options.anonymous ? undefined : refusalOf(method.options, call.principal);
      if (refusal !== undefined) throw new AppError('insufficient_permissions', refusal);
      return (await method.answer(request, call)) as never;
    },
    /** Stops the process. `drop`: also drops the database. */
    async close({ drop = false } = {}) {
      for (const worker of [...workers].reverse()) await worker.stop?.();
      // Wait for running handlers. An interrupted handler would fail the next test.
      await Promise.allSettled(handling);
      if (drop) await store.connection.dropDatabase();
      await store.close();
    },
  };
}
export type Replica = Awaited<ReturnType<typeof openReplica>>;

export const anAdmin: Principal = { kind: 'user', id: 'u1', orgId: 'o1', role: 'admin' };

/** A call in the form that a handler receives. */
export function aCall(principal?: Principal, context: Partial<CallContext> = {}): Call {
  return {
    context: { requestId: 'req-1', ...(principal && { principal }), ...context },
    get principal() {
      if (!principal) throw new Error('Nobody calls');
      return principal;
    },
    deadline: Date.now() + 8000,
    signal: new AbortController().signal,
    now: new Date(),
    logger: silent,
  };
}

/** An event in the form that NATS delivers. */
export function anEvent(
  type = 'client.created',
  { orgId = 'o1', id = newEventId(), ...rest }: { orgId?: string; id?: string; traceparent?: string } = {},
): EventMessage {
  const envelope: Envelope = {
    id,
    type,
    timestamp: new Date().toISOString(),
    api_version: 'v1',
    org_id: orgId,
    sequence: 1,
    data: { id: newId(), name: 'Müller & Söhne' },
  };
  return { envelope, subject: `events.product.${type}`, redelivered: false, ...rest };
}

function messageOf(row: OutboxRow): EventMessage {
  return { envelope: JSON.parse(row.envelope), subject: row.subject, redelivered: false };
}
