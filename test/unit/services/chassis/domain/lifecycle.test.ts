import { describe, expect, test } from '@jest/globals';
import { lifecycle, type Moves, moveTo } from '#chassis/domain/lifecycle.ts';
import { newRecord, type RecordState } from '#chassis/domain/record.ts';

type Status = 'new' | 'open' | 'closed';

interface Door extends RecordState {
  status: Status;
  color: string;
}

const moves: Moves<'open' | 'close' | 'fall', Status> = {
  open: { from: ['new', 'closed'], to: 'open', event: 'opened' },
  close: { from: ['open', 'new'], to: 'closed', event: 'closed' },
  fall: { from: ['open'], to: 'closed', event: 'closed', by: 'the wind' },
};
const life = lifecycle<Door, 'open' | 'close' | 'fall', Status, 'door'>({ name: 'door', title: 'Door', moves });
const [now, later] = [new Date('2026-01-31T09:30:00.000Z'), new Date('2026-01-31T09:31:00.000Z')];
const door = (status: Status): Door => ({ ...newRecord('d1', 'o1', now), status, color: 'red' });

test('a move leads on', () => {
  expect(moveTo('Door', moves, 'closed', 'open')).toBe('open');
});

test.each([
  ['open', 'open', 'Door is open; allowed: close'],
  ['closed', 'close', 'Door is closed; allowed: open'],
] as const)('from %s by %s is refused, naming what a caller can do', (status, move, message) => {
  expect(() => moveTo('Door', moves, status, move)).toThrow(
    expect.objectContaining({ code: 'invalid_transition', message }),
  );
});

describe('what happens', () => {
  test('is told with the name of the move, what it changed besides, and what was different', () => {
    const { state, event } = life.moved(door('open'), 'fall', later, { color: 'green' });
    expect(state).toMatchObject({ status: 'closed', color: 'green', revision: 2, updatedAt: later });
    expect(event).toMatchObject({
      type: 'door.closed',
      recordId: 'd1',
      sequence: 2,
      data: { id: 'd1', status: 'closed', color: 'green' },
      previous: { status: 'open', color: 'red' },
    });
  });

  test('is told, though it leads to where the record was', () => {
    const swing = { swing: { from: ['open'], to: 'open', event: 'swung' } } as const;
    const swinging = lifecycle<Door, 'swing', Status, 'door'>({ name: 'door', title: 'Door', moves: swing });
    expect(swinging.moved(door('open'), 'swing', later).event).toMatchObject({ previous: { status: 'open' } });
  });

  test('is told of a deletion from any status, one sequence on', () => {
    expect(life.removed(door('closed')).event).toMatchObject({ type: 'door.deleted', sequence: 2 });
  });
});
