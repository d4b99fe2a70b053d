import { describe, expect, test } from '@jest/globals';
import { mongo } from 'mongoose';
import { AppError, LostRace } from '#chassis/domain/errors.ts';
import { OfNewerVersion, Unreadable } from '#chassis/messaging/event-message.ts';
import { isOutage, pauseBefore, pauseOf, pauseOfLeft } from '#chassis/messaging/redelivery.ts';

const answered = (code: number, message: string) => new mongo.MongoServerError({ code, message });
const inBulk = (code: number) =>
  Object.assign(new mongo.MongoBulkWriteError({ message: 'E', code } as never, {} as never));

const outages: [string, unknown][] = [
  ['no room on its disk', answered(14031, 'OutOfDiskSpace')],
  ['no room on its disk, for a bulk', inBulk(14031)],
  ['no memory left', answered(146, 'ExceededMemoryLimit')],
  ['too few replicas in time', answered(64, 'WriteConcernTimeout')],
  ['too few replicas', answered(100, 'UnsatisfiableWriteConcern')],
  ['no time left', answered(50, 'MaxTimeMSExpired')],
  ['no primary', answered(10107, 'NotWritablePrimary')],
  ['no primary for a read', answered(133, 'FailedToSatisfyReadPreference')],
  ['an end', answered(91, 'ShutdownInProgress')],
  ['other credentials', answered(18, 'AuthenticationFailed')],
  ['other rights', answered(13, 'Unauthorized')],
  ['a broken connection', new mongo.MongoNetworkError('read ECONNRESET')],
  ['no answer', new mongo.MongoNetworkTimeoutError('timed out')],
  ['nothing that listens', new mongo.MongoServerSelectionError('connect ECONNREFUSED', {} as never)],
  ['a peer that is away', new AppError('upstream_unavailable', 'Service product is unavailable')],
  ['a peer that is slow', new AppError('deadline_exceeded', 'Service product did not answer in time')],
  ['a commit without an answer', new AppError('outcome_unknown', 'The outcome of the write is not known')],
  ['lost races', new LostRace()],
  ['lost races of an earlier version', new AppError('conflict', 'Too many writes to the same records at once')],
];

const faults: [string, unknown][] = [
  ['what nobody can read', new Unreadable('No envelope')],
  ['a mistake of ours', new TypeError('undefined is not a function')],
  ['a document that does not fit', answered(10334, 'BSONObjectTooLarge')],
  ['a value that is taken', answered(11000, 'E11000 duplicate key')],
  ['what the service refuses', new AppError('not_found', 'Client not found')],
];

describe('an outage is waited for and never counts against the message', () => {
  test.each(outages)('%s', (_, error) => expect(isOutage(error)).toBe(true));
});

describe('a fault of the message counts', () => {
  test.each(faults)('%s', (_, error) => expect(isOutage(error)).toBe(false));
});

test('what is down is asked again soon, for ever', () => {
  expect([1, 2, 3, 4, 5, 100].map(pauseBefore)).toEqual([250, 1000, 2000, 4000, 4000, 4000]);
});

test('a message that fails for a reason of its own comes seven times more, to whichever process, then it is dead', () => {
  const pauses = [250, 1000, 2000, 5000, 10_000, 30_000, 60_000, undefined];
  expect(pauses.map((_, index) => pauseOf(new Error('It does not fit'), index + 1, 3))).toEqual(pauses);
});

test('a message is dead to no process that has not failed at it three times, however often it was interrupted', () => {
  const pauses = [60_000, 60_000, undefined];
  for (const deliveries of [8, 9, 100])
    expect(pauses.map((_, index) => pauseOf(new Error('It does not fit'), deliveries, index + 1))).toEqual(pauses);
});

test('what is left to a newer version waits as long again as it has, is no fault, and for most of a day not deadly', () => {
  const newer = new OfNewerVersion('Nobody is known to announce warehouse.created');
  const pauses = Array.from({ length: 29 }, (_, index) => Number(pauseOf(newer, index + 1, index + 1)));
  expect(pauses).toEqual(pauses.map((_, index) => pauseOfLeft(index + 1)));
  let waited = 1000;
  for (const pause of pauses) {
    expect(pause).toBeLessThanOrEqual(waited);
    waited += pause;
  }
  expect(waited).toBeGreaterThan(18 * 3600_000);
});

test('what can never be understood is dead at once', () => {
  expect(pauseOf(new Unreadable('No envelope'), 1, 1)).toBeUndefined();
});
