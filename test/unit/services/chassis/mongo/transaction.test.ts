import { expect, jest, test } from '@jest/globals';
import type { ClientSession, Connection } from 'mongoose';
import { mongo } from 'mongoose';
import { type Attempt, databaseFault, runTransaction } from '#chassis/mongo/transaction.ts';

/** As the driver throws it for a connection that broke after another to the same server: without any label. */
const lost = () => new mongo.MongoNetworkError('read ECONNRESET');
const lostInBulk = () => new mongo.MongoBulkWriteError(lost(), {} as mongo.BulkWriteResult);
const soon = () => Date.now() + 5000;

function connectionWith(commitTransaction: () => Promise<void>): Connection {
  const session = {
    startTransaction() {},
    commitTransaction,
    async abortTransaction() {},
    async endSession() {},
  } as unknown as ClientSession;
  return { startSession: async () => session } as unknown as Connection;
}

/** Fails once for each error, then always succeeds. */
function failing(...errors: Error[]) {
  return jest.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
  });
}

test.each([
  ['a lost connection', lost()],
  ['a connection that a bulk has lost', lostInBulk()],
])('after %s the work is run again', async (_, error) => {
  const commit = failing();
  const work = failing(error);
  await runTransaction(connectionWith(commit), work, soon());
  expect(work).toHaveBeenCalledTimes(2);
  expect(commit).toHaveBeenCalledTimes(1);
});

test('what the work waited for its turn is no part of what another try takes', async () => {
  let now = 0;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now);
  const work = jest.fn(async (_session: ClientSession, attempt: Attempt) => {
    if (now > 0) return;
    now = 4_000;
    attempt.waited = 3_990;
    throw lost();
  });
  await runTransaction(connectionWith(failing()), work, 7_000);
  expect(work).toHaveBeenCalledTimes(2);
  clock.mockRestore();
});

test('a commit that lost its connection is asked again, and the work is not run twice', async () => {
  const commit = failing(lost(), lost());
  const work = failing();
  await runTransaction(connectionWith(commit), work, soon());
  expect(work).toHaveBeenCalledTimes(1);
  expect(commit).toHaveBeenCalledTimes(3);
});

test('a commit that got no answer in time has an unknown outcome', async () => {
  const late = runTransaction(connectionWith(failing(lost())), failing(), Date.now());
  await expect(late).rejects.toMatchObject({ code: 'outcome_unknown' });
});

test('work that meets no database in time is refused as unavailable', async () => {
  const late = runTransaction(connectionWith(failing()), failing(lostInBulk()), Date.now());
  await expect(late).rejects.toMatchObject({ code: 'upstream_unavailable' });
});

test.each([
  ['a primary that steps down', new mongo.MongoServerError({ message: 'not primary', code: 10107 })],
  ['a server that goes down', new mongo.MongoServerError({ message: 'shutting down', code: 91 })],
  [
    'a socket that the server has just ended',
    Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
  ],
  ['a pool without a free connection', Object.assign(new Error('Timed out'), { name: 'MongoWaitQueueTimeoutError' })],
])('%s is a database that is unavailable', (_, error) => {
  expect(databaseFault(error)).toMatchObject({ code: 'upstream_unavailable', retryAfter: 2, cause: error });
});

test.each([
  ['its disk is full', 14031],
  ['its memory is', 146],
])('a commit that the database refuses since %s has not happened, and is not asked again', async (_, code) => {
  const commit = failing(new mongo.MongoServerError({ message: 'no room', code }));
  const refused = runTransaction(connectionWith(commit), failing(), soon());
  await expect(refused).rejects.toMatchObject({
    code: 'upstream_unavailable',
    message: 'The database has no room left',
    retryAfter: 5,
  });
  expect(commit).toHaveBeenCalledTimes(1);
});

test.each([
  ['a failover', 189],
  ['a server that is started anew and knows the transaction no more', 251],
])('%s that outlasts the deadline is no lost race', async (_, code) => {
  const gone = new mongo.MongoServerError({ message: 'Gone', code, errorLabels: ['TransientTransactionError'] });
  const late = runTransaction(connectionWith(failing()), failing(gone), Date.now());
  await expect(late).rejects.toMatchObject({ code: 'upstream_unavailable' });
});
