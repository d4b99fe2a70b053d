import { expect, test } from '@jest/globals';
import { isGenuine, letterOf, replayOf } from '../../../../../../services/topology/dead-letters/domain/letter.ts';

const stored = {
  sequence: 3,
  time: new Date('2026-11-22T10:00:00Z'),
  subject: 'dead.finance',
  payload: Buffer.from('{}'),
  headers: {
    'Nats-Msg-Id': 'finance:41:1700000000000000000',
    Subject: 'events.product.client.created',
    Reason: 'Error: A bug',
    Actor: 'user:u1',
  },
};
const letter = letterOf(stored);

test('a letter says whose it is, why, and what was brought, with the headers of its publisher alone', () => {
  expect(letter).toMatchObject({ sequence: 3, consumer: 'finance', reason: 'Error: A bug' });
  expect(letter.original).toEqual({
    sequence: 41,
    subject: 'events.product.client.created',
    payload: Buffer.from('{}'),
    headers: { Actor: 'user:u1' },
  });
});

test.each(['', 'finance', 'finance::1', 'finance:0:1', 'finance:-1:1', 'finance:1.5:1', 'finance:x:1', 'a:1e400:1'])(
  'the id %j tells no place in the stream',
  (id) => {
    expect(letterOf({ ...stored, headers: { ...stored.headers, 'Nats-Msg-Id': id } }).original.sequence).toBe(
      undefined,
    );
  },
);

test.each([
  ['the same', { subject: 'events.product.client.created', payload: Buffer.from('{}') }, true],
  ['another subject', { subject: 'events.product.client.deleted', payload: Buffer.from('{}') }, false],
  ['another text', { subject: 'events.product.client.created', payload: Buffer.from('{ }') }, false],
])('beside %s in the stream of events', (_what, event, expected) => {
  expect(isGenuine(letter, event)).toBe(expected);
});

const event = { ...stored, sequence: 41, subject: 'events.product.client.created', headers: { Actor: 'user:u2' } };

test('letters of several consumers about one event come to one replay: the event with its own headers', () => {
  const another = letterOf({ ...stored, sequence: 4, subject: 'dead.identity' });
  const replay = replayOf(letter, { ...event, headers: { ...event.headers, 'Nats-Msg-Id': 'evt_1' } });
  expect(replay).toMatchObject({ subject: event.subject, payload: event.payload, headers: { Actor: 'user:u2' } });
  expect(replay.headers).not.toHaveProperty('Nats-Msg-Id');
  expect(replayOf(another, event).id).toBe(replay.id);
  expect(replayOf(letter, { ...event, sequence: 42 }).id).not.toBe(replay.id);
});

test('what the stream does not hold is replayed in the words of the letter, under an id of its own', () => {
  const replay = replayOf(letter, undefined);
  expect(replay).toMatchObject({ subject: letter.original.subject, headers: { Actor: 'user:u1' } });
  const ids = [letter, { ...letter, sequence: 4 }].map((one) => replayOf(one, undefined).id);
  // Not even that of the event which the letter's number, read as one, would name.
  ids.push(replayOf(letter, { ...event, sequence: letter.sequence, time: letter.time }).id);
  expect(new Set(ids).size).toBe(3);
});
