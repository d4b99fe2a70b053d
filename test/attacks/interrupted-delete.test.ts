import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { openReferences, type RecordName } from '#chassis/reference-integrity/references.ts';
import { reservationService } from '#chassis/reference-integrity/reservation-service.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { createWriter, type Writer } from '#chassis/unit-of-work/write.ts';
import { clientHandlers } from '../../services/product/clients/handlers.ts';
import { clientRepository } from '../../services/product/clients/repository.ts';
import { type ReservationRepository, reservationRepository } from '../../services/product/reservations/repository.ts';
import { createReservations, type Peers } from '../../services/product/reservations/reservations.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../support/backends/mongo.ts';
import { eventually } from '../support/eventually.ts';
import { deadRelay, writeCall } from '../support/writing.ts';

let mongo: TestMongo;
let stores: Record<'product' | 'finance' | 'identity', Store>;
/** A replica that no test stops. */
let survivor: Replica;
let id: string;

beforeAll(async () => {
  mongo = await sharedMongo();
  const [product, finance, identity] = await Promise.all([1, 2, 3].map(() => openTestStore(mongo)));
  stores = { product, finance, identity } as typeof stores;
  await Promise.all(Object.values(stores).map((store) => store.start()));
  survivor = startReplica();
}, 30_000);
afterAll(async () => {
  await Promise.all(Object.values(stores).map(dropStore));
  await mongo.stop();
});
beforeEach(async () => {
  const client = { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' };
  id = (await survivor.clients.CreateClient.answer({ client }, aCall())).record.id;
});

const aCall = () => writeCall() as Call;

type Replica = ReturnType<typeof startReplica>;

/**
 * Starts a replica of product on the shared database. After `steps` steps it stands still, as if it were killed or
 * frozen: no further call has an effect or an answer.
 */
function startReplica(steps = Number.POSITIVE_INFINITY) {
  let left = steps;
  let running = 0;
  let isWaiting = false;
  let revive = () => {};
  const revived = new Promise<void>((resolve) => {
    revive = () => {
      left = Number.POSITIVE_INFINITY;
      resolve();
    };
  });
  const mortal =
    <Args extends unknown[], Answer>(work: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      if (left-- <= 0) {
        isWaiting = true;
        await revived;
      }
      running++;
      try {
        return await work(...args);
      } finally {
        running--;
      }
    };
  const rows = reservationRepository(stores.product);
  // A heartbeat does not count as a step.
  const touch = async (...asked: Parameters<typeof rows.touch>) => (left > 0 ? rows.touch(...asked) : undefined);
  const repository: ReservationRepository = { ...rows, touch, find: mortal(rows.find), replace: mortal(rows.replace) };
  const living = { finance: peerOn(stores.finance), identity: peerOn(stores.identity) };
  const peers: Peers = {
    finance: { releaseRecords: mortal(living.finance.releaseRecords), keepRecords: mortal(living.finance.keepRecords) },
    identity: {
      releaseRecords: mortal(living.identity.releaseRecords),
      keepRecords: mortal(living.identity.keepRecords),
    },
  };
  const alive = createWriter({ store: stores.product, service: 'product', relay: deadRelay() });
  const writer: Writer = {
    ...alive,
    writeReserved: (call, reserve, work) =>
      alive.writeReserved(
        call,
        reserve,
        mortal(async (...asked) => work(...asked)),
      ),
  };
  const reservations = createReservations({ repository, peers });
  const references = openReferences(stores.product);
  const remote = reservations.with('finance', 'identity');
  return {
    sweep: reservations.sweep,
    async sweepForAMinute() {
      await reservations.sweep(new Date());
      await reservations.sweep(new Date(Date.now() + 60_000));
    },
    clients: clientHandlers(writer, clientRepository({ store: stores.product, references, remote })),
    // A replica without a waiting call may still commit.
    isStill: () => isWaiting && running === 0,
    revive,
  };
}

/** The rpcs of a peer, called without a network. */
function peerOn(store: Store): Peers['finance'] {
  const { methods } = reservationService({
    owner: 'product',
    store,
    locks: openReferences(store),
    usersOfAny: openReferences(store).usersOfAny,
  });
  const answer =
    (rpc: string) =>
    (request: object, { context }: { context: object }) =>
      methods[rpc]?.answer(request, { ...context, deadline: Date.now() + 20_000 } as never) as Promise<never>;
  return { releaseRecords: answer('ReleaseRecords'), keepRecords: answer('KeepRecords') };
}

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => error.code as string,
  );
const remove = ({ clients } = survivor) => outcome(clients.DeleteClient.answer({ id }, aCall()));
const rename = () =>
  outcome(survivor.clients.UpdateClient.answer({ id, patch: { name: newId() }, fields: ['name'] }, aCall()));
/** Adds a document of a peer that refers to the client. */
const refer = (peer: 'finance' | 'identity', orgId = 'o1') => {
  const record: RecordName = `invoice:${newId()}`;
  const source = { orgId, record, kind: 'invoice', name: 'INV-1', status: 'draft', createdAt: new Date() };
  const sources = [{ ...source, targets: [`client:${id}`] as RecordName[] }];
  return outcome(stores[peer].transaction((session) => openReferences(stores[peer]).set(session, sources)));
};
/** Removes the references of identity to the client. */
const unbind = () => stores.identity.connection.collection('references').deleteMany({ target: `client:${id}` });

/** Starts a delete, and returns when the replica stands still, as after kill -9 between two steps. */
async function killedAfter(steps: number): Promise<void> {
  const replica = startReplica(steps);
  await Promise.race([remove(replica), eventually(replica.isStill)]);
}

/**
 * Steps of a delete: product reads and marks the client, finance and identity refuse new references to it, product
 * removes it.
 */
const STEPS = { read: 1, marked: 2, financeClosed: 3, identityClosed: 4, removed: 5 };
/**
 * Further steps if identity has a reference: product withdraws the mark, both peers accept references again, and
 * product records this.
 */
const BACK = { withdrawn: 5, oneOpen: 6, bothOpen: 7, noted: 8 };

describe('a delete whose process is killed', () => {
  test.each(Object.entries(STEPS))('%s: the same delete takes up where it was', async (_, steps) => {
    await killedAfter(steps);
    expect(await remove()).toBe(steps < STEPS.removed ? 'done' : 'not_found');
    expect(await rename()).toBe('not_found');
    expect([await refer('finance'), await refer('identity')]).toEqual(['conflict', 'conflict']);
    expect(await refer('finance', 'o2')).toBe('done');
    await survivor.sweepForAMinute();
    expect(await refer('finance')).toBe('conflict');
  });

  test.each(Object.entries(STEPS))('%s: that nobody repeats ends by itself', async (_, steps) => {
    await killedAfter(steps);
    const stands = steps >= STEPS.marked && steps < STEPS.removed;
    expect(await rename()).toBe({ true: 'upstream_unavailable', false: steps < 2 ? 'done' : 'not_found' }[`${stands}`]);
    await survivor.sweep(new Date());
    expect(await refer('finance')).toBe(steps < STEPS.financeClosed ? 'done' : 'conflict');
    await survivor.sweepForAMinute();
    const stays = steps < STEPS.removed;
    expect(await rename()).toBe(stays ? 'done' : 'not_found');
    expect(await refer('finance')).toBe(stays ? 'done' : 'conflict');
    expect(await refer('identity')).toBe(stays ? 'done' : 'conflict');
  });

  test.each(Object.entries(BACK))('%s: one that was refused leaves the client as it was', async (_, steps) => {
    expect(await refer('identity')).toBe('done');
    await killedAfter(steps);
    expect(await rename()).toBe('done');
    expect(await remove()).toBe('in_use');
    await survivor.sweepForAMinute();
    expect([await refer('finance'), await refer('identity')]).toEqual(['done', 'done']);
  });
});

describe('one delete beside another', () => {
  test('one of them deletes the client, and nothing opens it again', async () => {
    const outcomes = await Promise.all([remove(), remove(startReplica()), remove(startReplica())]);
    expect(outcomes.toSorted()).toEqual(['done', 'not_found', 'not_found']);
    await survivor.sweepForAMinute();
    expect(await refer('finance')).toBe('conflict');
  });

  test.each(['marked', 'financeClosed', 'identityClosed'] as const)(
    '%s: one that comes back to life has no effect once others were told that the client stays',
    async (step) => {
      const frozen = startReplica(STEPS[step]);
      const removing = remove(frozen);
      await eventually(frozen.isStill);
      await survivor.sweepForAMinute();
      frozen.revive();
      expect(await removing).toBe('upstream_unavailable');
      expect([await rename(), await refer('finance')]).toEqual(['done', 'done']);
    },
  );

  test('what a replica says late counts for nothing', async () => {
    expect(await refer('identity')).toBe('done');
    const frozen = startReplica(BACK.withdrawn);
    const refused = remove(frozen);
    await eventually(frozen.isStill);
    await survivor.sweepForAMinute();
    await unbind();
    await killedAfter(STEPS.identityClosed);
    frozen.revive();
    expect(await refused).toBe('in_use');
    expect(await refer('finance')).toBe('conflict');
  });
});

test('one that a peer has closed for an earlier version is told to come back', async () => {
  const { finance } = stores;
  const closing = openReferences(finance);
  await finance.transaction((session) => closing.close(session, 'o1', [`client:${id}`], 0), Date.now() + 20_000);
  expect(await remove()).toBe('upstream_unavailable');
  expect(await rename()).toBe('done');
});

test('sweeps of several replicas at once do what one does', async () => {
  await killedAfter(STEPS.financeClosed);
  await Promise.all([survivor, startReplica(), startReplica()].map(({ sweepForAMinute }) => sweepForAMinute()));
  expect([await rename(), await refer('finance')]).toEqual(['done', 'done']);
});
