import { expect, test } from '@jest/globals';
import { isGenuine, letterOf, replayId } from '../../../../../../services/topology/dead-letters/domain/letter.ts';

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
  expect(replayId(letter)).not.toBe(replayId({ ...letter, sequence: 4 }));
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
  ['nothing', undefined, false],
  ['the same', { subject: 'events.product.client.created', payload: Buffer.from('{}') }, true],
  ['another subject', { subject: 'events.product.client.deleted', payload: Buffer.from('{}') }, false],
  ['another text', { subject: 'events.product.client.created', payload: Buffer.from('{ }') }, false],
])('beside %s in the stream of events', (_what, event, expected) => {
  expect(isGenuine(letter, event)).toBe(expected);
});
