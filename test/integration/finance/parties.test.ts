import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { notFound } from '#chassis/domain/errors.ts';
import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { newId, openStore, type Store } from '#chassis/mongo/mongo.ts';
import type { CallContext } from '#chassis/rpc/context.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { serveGrpc, unary } from '#chassis/rpc/grpc-server.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { createDirectory } from '../../../services/finance/parties/directory.ts';
import { partyHandlers } from '../../../services/finance/parties/handlers.ts';
import { onClientEvent } from '../../../services/finance/parties/on-client-event.ts';
import { clientOwner } from '../../../services/finance/parties/owners.ts';
import { type PartyRepository, partyRepository } from '../../../services/finance/parties/repository.ts';
import { aReply, channelTo, clientService, logger, makeCertificates, serve } from '../../support/grpc.ts';

const url = process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017';
let store: Store;
let parties: PartyRepository;
let handle: (message: EventMessage) => Promise<void>;
let id: string;

beforeAll(async () => {
  const encryptionKey = randomBytes(32).toString('base64');
  store = await openStore({ url, database: `test_finance_${newId()}`, encryptionKeys: [encryptionKey], logger });
  parties = partyRepository(store, { linger: 0 });
  handle = onClientEvent(parties);
  await store.start();
});
afterAll(async () => {
  await store.connection.dropDatabase();
  await store.close();
});
beforeEach(() => {
  id = newId();
});

/** An event of the client `id`, as it arrives. */
function event(verb: string, sequence: number, name?: string, org_id = 'o1'): EventMessage {
  const data = { id, ...(name !== undefined && { name, country: 'DE', contacts: [] }) };
  const fixed = { timestamp: '2026-03-01T12:00:00.000Z', api_version: 'v1', org_id } as const;
  const envelope = { id: `evt_${newId()}`, type: `client.${verb}`, sequence, data, ...fixed };
  return { envelope, subject: `events.product.client.${verb}`, redelivered: false };
}
const nameOf = async (orgId = 'o1') => (await parties.find({ orgId, kind: 'client', id }))?.name;

describe('what product says of its clients', () => {
  test('is known in their org alone', async () => {
    await handle(event('created', 1, 'Mill'));
    expect(await nameOf()).toBe('Mill');
    expect(await parties.find({ orgId: 'o2', kind: 'client', id })).toBeUndefined();
  });

  test('has its effect once when the same message comes twice, also at once', async () => {
    const message = event('created', 1, 'Mill');
    await Promise.all([handle(message), handle(message)]);
    await handle({ ...message, redelivered: true });
    expect(await nameOf()).toBe('Mill');
    expect(
      await store.connection.collection('inbox').countDocuments({ _id: `parties:${message.envelope.id}` as never }),
    ).toBe(1);
  });

  test('late statements change nothing', async () => {
    await handle(event('updated', 3, 'Mill & Sons'));
    await handle(event('created', 1, 'Mill'));
    await handle(event('updated', 2, 'Mill Ltd'));
    expect(await nameOf()).toBe('Mill & Sons');
  });

  test('clients of two orgs that are called alike do not disturb each other', async () => {
    await handle(event('updated', 5, 'Mill'));
    await Promise.all([handle(event('created', 1, 'Spinner', 'o2')), handle(event('updated', 6, 'Mill Ltd'))]);
    expect([await nameOf('o1'), await nameOf('o2')]).toEqual(['Mill Ltd', 'Spinner']);
    await handle(event('deleted', 7, 'Mill Ltd'));
    await handle(event('updated', 2, 'Spinner & Sons', 'o2'));
    await handle(event('updated', 6, 'Mill Ltd'));
    expect([await nameOf('o1'), await nameOf('o2')]).toEqual([undefined, 'Spinner & Sons']);
  });

  test('a deletion is remembered', async () => {
    await handle(event('created', 1, 'Mill'));
    await handle(event('deleted', 3, 'Mill'));
    await handle(event('updated', 2, 'Mill Ltd'));
    expect(await nameOf()).toBeUndefined();
  });

  test('a name that was too large for its event is forgotten, so that product is asked', async () => {
    await handle(event('created', 1, 'Mill'));
    await handle(event('updated', 2));
    expect(await nameOf()).toBeUndefined();
  });

  test('in any order, with anything repeated, the last statement stands', async () => {
    const order = fc.shuffledSubarray([1, 2, 3, 4, 1, 2, 3, 4], { minLength: 8 });
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (sequences, ends) => {
        id = newId();
        const last = ends ? event('deleted', 4, 'gone') : event('updated', 4, 'name 4');
        const messages = [1, 2, 3].map((sequence) => event('updated', sequence, `name ${sequence}`)).concat(last);
        for (const sequence of sequences) await handle(messages[sequence - 1] as EventMessage);
        expect(await nameOf()).toBe(ends ? undefined : 'name 4');
      }),
      { numRuns: 15 },
    );
  });

  test.each([{}, { id: 7 }, { id: 'c1', name: 7 }])('%j is not about a client: unreadable', async (data) => {
    const message = event('created', 1, 'Mill');
    message.envelope.data = data;
    await expect(handle(message)).rejects.toBeInstanceOf(Unreadable);
  });
});

describe('GetParty', () => {
  const staff: CallContext = { requestId: 'req-1', principal: { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' } };
  const client = (clientId: string): CallContext => ({
    requestId: 'req-1',
    principal: { kind: 'user', id: 'u2', orgId: 'o1', role: 'client', clientId },
  });
  const closing: (() => Promise<void> | void)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  let asked = 0;
  let product: Awaited<ReturnType<typeof serve>>;
  let finance: ReturnType<typeof connect<'finance', 'PartyService'>>;
  let owner: ReturnType<typeof clientOwner>;
  beforeAll(async () => {
    const tls = await makeCertificates('gateway', 'finance', 'product');
    const GetClient = unary(
      RecordRequest,
      async (request) => {
        asked++;
        if (request.id === 'unknown') throw notFound('Client');
        return { ...aReply, record: { ...aReply.record, id: request.id, name: 'From product' } };
      },
      { role: 'client', peers: ['finance'] },
    );
    product = await serve(tls.product, clientService({ GetClient }));
    const toProduct = channelTo('product', product.port, tls.finance, 'finance');
    owner = clientOwner(connect('product', 'ClientService', toProduct));
    const directory = createDirectory({ parties, owners: { client: owner } });
    const server = await serveGrpc({
      host: '127.0.0.1',
      port: 0,
      tls: tls.finance,
      services: [partyHandlers(directory)],
      logger,
      drainTimeout: 1000,
    });
    const toFinance = channelTo('finance', server.port, tls.gateway);
    finance = connect('finance', 'PartyService', toFinance);
    closing.push(
      () => server.drain(),
      () => toProduct.close(),
      () => toFinance.close(),
    );
  });
  beforeEach(() => {
    asked = 0;
  });
  const getParty = (context = staff, party = id) => finance.getParty({ kind: 'client', id: party }, { context });

  test('answers from the copy without asking product', async () => {
    await handle(event('created', 1, 'Mill'));
    expect(await getParty()).toEqual({ kind: 'client', id, name: 'Mill' });
    expect(asked).toBe(0);
  });

  test('asks product on a miss, once, and keeps the answer until product says more', async () => {
    expect(await getParty()).toMatchObject({ id, name: 'From product' });
    expect(await getParty()).toMatchObject({ id, name: 'From product' });
    expect(asked).toBe(1);
    await handle(event('created', 1, 'Late'));
    expect(await nameOf()).toBe('From product');
    await handle(event('updated', 2, 'Renamed'));
    expect(await getParty()).toMatchObject({ name: 'Renamed' });
  });

  test('an answer of product that a deletion has overtaken revives nothing', async () => {
    await handle(event('deleted', 2, 'Mill'));
    await getParty();
    expect(await nameOf()).toBeUndefined();
  });

  test('what product does not know is not found', async () => {
    await expect(getParty(staff, 'unknown')).rejects.toMatchObject({ code: 'not_found', message: 'Client not found' });
  });

  test('a client caller knows only itself', async () => {
    await handle(event('created', 1, 'Mill'));
    expect(await getParty(client(id))).toMatchObject({ name: 'Mill' });
    await expect(getParty(client('another'))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('with product down, what is known is still answered, and the rest names product', async () => {
    await handle(event('created', 1, 'Mill'));
    await product.drain();
    expect(await getParty()).toMatchObject({ name: 'Mill' });
    const unknown = getParty(staff, newId());
    await expect(unknown).rejects.toMatchObject({
      code: 'upstream_unavailable',
      message: /product/,
    });
  });
});
