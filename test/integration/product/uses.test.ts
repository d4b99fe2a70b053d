import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError, type ErrorCode } from '#chassis/domain/errors.ts';
import type { EventMessage } from '#chassis/messaging/consumer.ts';
import { Unreadable } from '#chassis/messaging/consumer.ts';
import { newId } from '#chassis/mongo/mongo.ts';
import { openReferenceLocks } from '#chassis/reference-integrity/reference-locks.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { reservationService } from '#chassis/reference-integrity/reservation-service.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import type { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import type { PurchaseOrder, SalesOrder } from '#proto/finance/v1/contract.ts';
import { order as orders } from '#proto/finance/v1/order.contract.ts';
import { purchaseOrder as purchaseOrders } from '#proto/finance/v1/purchase-order.contract.ts';
import { clientHandlers } from '../../../services/product/clients/handlers.ts';
import { clientRepository } from '../../../services/product/clients/repository.ts';
import { documentsOf } from '../../../services/product/incoming-references/documents.ts';
import { onDocumentEvent } from '../../../services/product/incoming-references/on-document-event.ts';
import { incomingReferenceRepository } from '../../../services/product/incoming-references/repository.ts';
import { reservationRepository } from '../../../services/product/reservations/repository.ts';
import { createReservations } from '../../../services/product/reservations/reservations.ts';
import { dropStore, openTestStore, sharedMongo } from '../../support/backends/mongo.ts';
import { eventually } from '../../support/eventually.ts';
import { certificatesOf, channelTo, connectTo, newClient, serve, staff } from '../../support/grpc.ts';
import { caller, query } from '../../support/service/callers.ts';
import { deadRelay } from '../../support/writing.ts';

type Peer = 'finance' | 'identity';
/** Users that identity has bound to the client. */
let bound: string[];
/** A peer with a promise here does not answer before the promise resolves. */
let thawed: Partial<Record<Peer, Promise<void>>>;
/** Answer of finance's GetOrder. */
let getOrder: RpcClient<'finance', 'OrderService'>['getOrder'];
let clientId: string;

const mongo = await sharedMongo();
const open = () => openTestStore(mongo);
const [store, financeStore, identityStore] = await Promise.all([open(), open(), open()]);
const [references, financeReferences] = [openReferences(store), openReferences(financeStore)];
const tls = await certificatesOf('product', 'finance', 'identity', 'gateway');
const services = {
  finance: reservationService({
    owner: 'product',
    store: financeStore,
    locks: financeReferences,
    usersOfAny: async (...asked) => {
      await thawed.finance;
      return financeReferences.usersOfAny(...asked);
    },
  }),
  identity: reservationService({
    owner: 'product',
    store: identityStore,
    locks: openReferenceLocks(identityStore),
    usersOfAny: async () => {
      await thawed.identity;
      return bound.map((name) => ({ kind: 'user', name }));
    },
  }),
};
const running = {} as Record<Peer, RunningServer>;
const channels: PeerChannel[] = [];
async function start(peer: Peer, port = 0): Promise<void> {
  running[peer] = await serve(tls[peer], services[peer], { port });
}
async function connected(peer: Peer) {
  await start(peer);
  const channel = channelTo(peer, running[peer].port, tls.product, 'product');
  channels.push(channel);
  return connect('common', 'ReleaseService', channel);
}
const peers = { finance: await connected('finance'), identity: await connected('identity') };
const writer = createWriter({ store, service: 'product', relay: deadRelay() });
const reservations = createReservations({ repository: reservationRepository(store), peers });
const remote = reservations.with('finance', 'identity');
const repository = clientRepository({ store, references, remote });
const documents = documentsOf({
  orders: { getOrder: (request, options) => getOrder(request, options) },
  purchaseOrders: { getPurchaseOrder: () => Promise.reject(refusal('not_found')) },
});
const learned = { store, references, countOrders: repository.countOrders, linger: 0 };
const replica = () => onDocumentEvent({ uses: incomingReferenceRepository(learned), documents });
/** The event handlers of two replicas. */
const [handle, handleToo] = [replica(), replica()];
await Promise.all([store.start(), financeStore.start(), identityStore.start()]);
const server = await serve(tls.product, implement('product', 'ClientService', clientHandlers(writer, repository)));
const clients = connectTo(server.port, tls.gateway);
afterAll(async () => {
  clients.close();
  for (const channel of channels) channel.close();
  await Promise.all([server, ...Object.values(running)].map((one) => one.drain()));
  for (const one of [store, financeStore, identityStore]) await dropStore(one);
  await mongo.stop();
});
beforeEach(async () => {
  bound = [];
  thawed = {};
  getOrder = () => Promise.reject(refusal('insufficient_permissions'));
  const { record } = await clients.createClient(newClient, { context: staff });
  clientId = record?.id ?? '';
});

const at = '2026-03-01T12:00:00.000Z';
const order = (fields: Partial<SalesOrder> = {}): SalesOrder => ({
  ...(eventExample('order.created', 'o1') as SalesOrder),
  id: 'order-1',
  documentId: 'SO-2026-000001',
  clientId,
  lineItems: [],
  ...fields,
});

/** An event in the form that finance's contract defines. */
function event(
  type: keyof typeof orders.events | keyof typeof purchaseOrders.events,
  sequence: number,
  data: object,
  org_id = 'o1',
): EventMessage {
  const schema = { ...orders.events, ...purchaseOrders.events }[type];
  const envelope = { id: `evt_${newId()}`, type, timestamp: at, api_version: 'v1', org_id, sequence } as const;
  return {
    envelope: { ...envelope, data: schema.parse(data) as Record<string, unknown> },
    subject: `events.finance.${type}`,
    redelivered: false,
  };
}
const refusal = (code: ErrorCode) => new AppError(code, code);
/** The event with only the ids as data, as if the data were too large. */
function large(message: EventMessage): EventMessage {
  const { id, documentId } = message.envelope.data;
  return { ...message, envelope: { ...message.envelope, data: { id, documentId }, truncated: true } };
}
/** A GetOrder that returns this order at this revision. */
const has =
  (revision: number, record: SalesOrder): typeof getOrder =>
  async () =>
    ({ record, revision, eventId: '', replayed: false }) as unknown as Awaited<ReturnType<typeof getOrder>>;
const ordersCount = async () => (await clients.getClient({ id: clientId }, { context: staff })).record?.ordersCount;
const usersOf = async () => (await references.usersOf('o1', `client:${clientId}`)).map(({ name }) => name);
/** Creates an invoice of finance that refers to the client. product has received no event of it. */
const refer = async (name: string) => {
  const document = { orgId: 'o1', record: `invoice:${newId()}`, kind: 'invoice', name, status: 'draft' } as const;
  await financeStore.transaction(async (session) =>
    financeReferences.set(session, [{ ...document, createdAt: new Date(at), targets: [`client:${clientId}`] }]),
  );
};
const deleteClient = () => clients.deleteClient({ id: clientId }, { context: staff });
const inUseBy = (users: string) => ({ code: 'in_use', message: `Client is in use by ${users}` });

describe('orders that finance tells of', () => {
  test('are read again when finance was down', async () => {
    const message = large(event('order.created', 1, order({ id: newId() })));
    for (const code of ['upstream_unavailable', 'deadline_exceeded'] as const) {
      getOrder = () => Promise.reject(refusal(code));
      await expect(handle(message)).rejects.toMatchObject({ code });
    }
    getOrder = has(1, order({ id: String(message.envelope.data.id) }));
    await handle({ ...message, redelivered: true });
    expect(await ordersCount()).toBe(1);
  });

  test('are counted without drafts for the client itself', async () => {
    const client = caller({ orgId: 'o1', role: 'client', clientId });
    const seen = async (who: { context: typeof staff }) => {
      const { record } = await clients.getClient({ id: clientId }, who);
      const { data } = await clients.listClients(query(), who);
      const part = await clients.getClient({ id: clientId, onlyFields: ['name'] }, who);
      expect(part.record?.ordersCount).toBe(0);
      return [record?.ordersCount, data.find(({ id }) => id === clientId)?.ordersCount];
    };
    const ids = [newId(), newId()];
    for (const id of ids) await handle(event('order.created', 1, order({ id, status: 'draft' })));
    expect([await seen(client), await seen({ context: staff })]).toEqual([
      [0, 0],
      [2, 2],
    ]);
    await handle(event('order.confirmed', 2, order({ id: ids[0] as string, status: 'confirmed' })));
    // The same number of another org.
    await handle(event('order.created', 1, order({ id: newId(), status: 'draft' }), 'o2'));
    expect([await seen(client), await seen({ context: staff })]).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  test('keep what is known of them when a finance of an earlier version says no more, until it does', async () => {
    const id = newId();
    await handle(event('order.created', 1, order({ id })));
    await handle(large(event('order.cancelled', 2, order({ id }))));
    expect([await ordersCount(), await usersOf()]).toEqual([1, ['SO-2026-000001']]);
    getOrder = has(2, order({ id, status: 'cancelled' }));
    await handle(large(event('order.cancelled', 2, order({ id }))));
    expect(await ordersCount()).toBe(0);
  });

  test('are not revived by an event that was too large when they are gone', async () => {
    const id = newId();
    await handle(event('order.deleted', 3, { id, documentId: 'SO-2026-000001', actor: null, deletedAt: at }));
    getOrder = () => Promise.reject(refusal('not_found'));
    await handle(large(event('order.updated', 2, order({ id }))));
    getOrder = has(2, order({ id }));
    await handle(large(event('order.updated', 2, order({ id }))));
    expect([await ordersCount(), await usersOf()]).toEqual([0, []]);
  });

  test('are what finance has in the end, however their events come, at two replicas, at once or twice', async () => {
    const arrival = fc.record({ sequence: fc.integer({ min: 1, max: 4 }), isLarge: fc.boolean(), wait: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 8 }), fc.boolean(), async (arrivals, isCancelled) => {
        const [id, before] = [newId(), await ordersCount()];
        const statuses = ['draft', 'cancelled', 'confirmed', isCancelled ? 'cancelled' : 'shipped'] as const;
        const last = statuses.length;
        const at = (sequence: number) => order({ id, status: statuses[sequence - 1] ?? 'draft' });
        const told = statuses.map((_status, index) => event('order.updated', index + 1, at(index + 1)));
        getOrder = has(last, at(last));
        const inHand: Promise<void>[] = [];
        for (const { sequence, isLarge, wait } of [...arrivals, { sequence: last, isLarge: true, wait: true }]) {
          const message = told[sequence - 1] as EventMessage;
          inHand.push((inHand.length % 2 ? handle : handleToo)(isLarge ? large(message) : message));
          if (wait) await Promise.all(inHand);
        }
        expect(await ordersCount()).toBe((before ?? 0) + (isCancelled ? 0 : 1));
      }),
      { numRuns: 15 },
    );
  }, 30_000);

  test.each([{}, { id: 7 }])('%j is no order: unreadable', async (data) => {
    const message = event('order.created', 1, order());
    await expect(handle({ ...message, envelope: { ...message.envelope, data } })).rejects.toBeInstanceOf(Unreadable);
  });
});

/** A purchase order for one material. */
function purchaseOrder(supplierId: string, materialId: string): PurchaseOrder {
  const example = eventExample('purchase_order.issued', 'o1') as PurchaseOrder;
  const items = example.items.slice(0, 1).map((item) => ({ ...item, bomId: null, materialId }));
  return { ...example, id: 'DCPO-2026-000001', internalId: newId(), supplierId, items };
}

test('documents of two orgs with the same numbers do not disturb each other', async () => {
  const suppliers = { o1: newId(), o2: newId() };
  const orders = { o1: purchaseOrder(suppliers.o1, newId()), o2: purchaseOrder(suppliers.o2, newId()) };
  const statusesOf = async (org: 'o1' | 'o2') =>
    (await references.usersOf(org, `supplier:${suppliers[org]}`)).map(({ status }) => status);
  const { id, internalId } = orders.o1;
  await handle(event('purchase_order.issued', 5, orders.o1));
  await Promise.all([
    handle(event('purchase_order.created', 1, { ...orders.o2, status: 'draft' }, 'o2')),
    handle(event('purchase_order.received', 6, { ...orders.o1, status: 'received' })),
  ]);
  expect([await statusesOf('o1'), await statusesOf('o2')]).toEqual([['received'], ['draft']]);
  await handle(event('purchase_order.deleted', 7, orders.o1));
  const late = event('purchase_order.updated', 6, orders.o1);
  await handle({ ...late, envelope: { ...late.envelope, data: { id, internalId }, truncated: true } });
  await handle(event('purchase_order.approved', 2, { ...orders.o2, status: 'approved' }, 'o2'));
  expect([await statusesOf('o1'), await statusesOf('o2')]).toEqual([[], ['approved']]);
  const sales = order({ id: newId() });
  await handle(event('order.cancelled', 2, { ...sales, status: 'cancelled', clientId: newId() }, 'o2'));
  await handle(event('order.created', 1, sales));
  expect(await ordersCount()).toBe(1);
});

describe('the delete of a client', () => {
  test('is refused while finance holds a document of which no event has come yet', async () => {
    await refer('INV-7');
    await expect(deleteClient()).rejects.toMatchObject(inUseBy('invoice INV-7'));
    expect(await ordersCount()).toBe(0);
  });

  test('is refused while identity has users bound to it, and finance is open for it', async () => {
    bound = ['u1', 'u2'];
    await expect(deleteClient()).rejects.toMatchObject(inUseBy('user u1, user u2'));
    expect(await ordersCount()).toBe(0);
    await refer('INV-10');
    expect(await financeReferences.usersOf('o1', `client:${clientId}`)).toHaveLength(1);
  });

  test('is refused while an order is known that names it, and leaves finance open for the client', async () => {
    await handle(event('order.created', 1, order({ id: newId() })));
    await expect(deleteClient()).rejects.toMatchObject(inUseBy('sales order SO-2026-000001'));
    expect(await ordersCount()).toBe(1);
    await refer('INV-8');
    expect(await financeReferences.usersOf('o1', `client:${clientId}`)).toHaveLength(1);
  });

  test('closes finance for the client', async () => {
    await deleteClient();
    await expect(refer('INV-9')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('asks nobody about what is known to stay', async () => {
    await handle(event('order.created', 1, order({ id: newId() })));
    const { port } = running.finance;
    await running.finance.drain();
    await expect(deleteClient()).rejects.toMatchObject({ code: 'in_use' });
    await start('finance', port);
  });

  test.each(['finance', 'identity'] as const)(
    'is known not to have happened while %s hangs, and the client can be written',
    async (peer) => {
      const { promise, resolve: thaw } = Promise.withResolvers<void>();
      thawed[peer] = promise;
      const deadline = Date.now() + 4_500;
      await expect(clients.deleteClient({ id: clientId }, { context: staff, deadline })).rejects.toMatchObject({
        code: 'upstream_unavailable',
        message: `Service ${peer} is unavailable`,
      });
      const patch = { id: clientId, patch: { name: 'Acme 2' }, fields: ['name'] };
      expect(await clients.updateClient(patch, { context: staff })).toMatchObject({ record: { name: 'Acme 2' } });
      thaw();
      await eventually(async () => expect(await deleteClient()).toMatchObject({ deletedId: clientId }), 15_000);
    },
    30_000,
  );

  test('does not open the breaker of product while another is down', async () => {
    const { port } = running.identity;
    await running.identity.drain();
    const refused = await Promise.allSettled(Array.from({ length: 30 }, deleteClient));
    expect(refused.map((one) => one.status)).not.toContain('fulfilled');
    await clients.updateClient({ id: clientId, patch: { name: 'Acme 3' }, fields: ['name'] }, { context: staff });
    await start('identity', port);
  }, 30_000);
});
