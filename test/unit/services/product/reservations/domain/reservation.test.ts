import { describe, expect, test } from '@jest/globals';
import { begun, type Reservation } from '../../../../../../services/product/reservations/domain/reservation.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const earlier = new Date('2026-03-01T11:59:00.000Z');
const wanted = {
  id: 'o1:client:c1',
  orgId: 'o1',
  targets: ['client:c1'],
  peers: ['finance'],
} satisfies Partial<Reservation>;
const known = (phase: Reservation['phase'], fields: Partial<Reservation> = {}): Reservation => ({
  ...wanted,
  fence: 7,
  phase,
  at: earlier,
  ...fields,
});

describe('a delete', () => {
  test('begins with a reservation whose fence is the time', () => {
    expect(begun(undefined, wanted, now)).toEqual({ ...wanted, fence: now.getTime(), phase: 'held', at: now });
  });

  test('takes up the one that is held for the same targets', () => {
    expect(begun(known('held'), wanted, now)).toEqual({ ...known('held'), at: now });
  });

  test.each(['held', 'withdrawn'] as const)('waits while one of other targets is %s', (phase) => {
    expect(begun(known(phase, { targets: ['client:c2'] }), wanted, now)).toBeUndefined();
  });

  test('waits until all have heard that the targets were to stay', () => {
    expect(begun(known('withdrawn'), wanted, now)).toBeUndefined();
  });

  test('reserves nothing for targets that are gone', () => {
    const removed = known('removed');
    expect(begun(removed, wanted, now)).toBe(removed);
  });

  test.each([
    ['kept', wanted.targets],
    ['kept', ['client:c2']],
    ['removed', ['client:c2']],
  ] as const)(
    'after one that was %s of %j begins with a higher fence, also when the clock was put back',
    (phase, of) => {
      const ahead = now.getTime() + 3_600_000;
      expect(begun(known(phase, { targets: [...of], fence: ahead }), wanted, now)).toMatchObject({
        fence: ahead + 1,
        phase: 'held',
        targets: wanted.targets,
      });
    },
  );
});
