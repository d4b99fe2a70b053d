import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createLogger } from '#chassis/runtime/logger.ts';
import { createKeyUses, type KeyUse, type KeyUses } from '../../../../gateway/auth/key-uses.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const report = jest.fn(async (_uses: KeyUse[]): Promise<unknown> => undefined);
let uses: KeyUses;

beforeEach(async () => {
  jest.useFakeTimers({ now: NOON });
  report.mockClear();
  uses = createKeyUses({ report, logger: createLogger('test', 'silent') });
  await uses.start?.();
});
afterEach(() => {
  jest.useRealTimers();
});

const note = (id: string) =>
  uses.note({ kind: 'key', id, principal: { kind: 'key', id, orgId: 'o1', role: 'staff' }, principals: new Map() });

test('a hundred uses of a key in half a minute are one line of a report, with the last one', async () => {
  for (let n = 0; n < 100; n++) {
    note('k1');
    jest.advanceTimersByTime(100);
  }
  note('k2');
  expect(report).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(20_000);
  expect(report.mock.calls).toEqual([
    [
      [
        { id: 'k1', org_id: 'o1', at: '2026-03-01T12:00:09.900Z' },
        { id: 'k2', org_id: 'o1', at: '2026-03-01T12:00:10.000Z' },
      ],
    ],
  ]);
});

test('nothing is reported when nothing was used', async () => {
  await jest.advanceTimersByTimeAsync(60_000);
  await uses.stop?.();
  expect(report).not.toHaveBeenCalled();
});

test('what could not be reported is in the next report, unless there was a later use', async () => {
  report.mockImplementationOnce(async () => {
    note('k2');
    throw new Error('down');
  });
  note('k1');
  note('k2');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(report.mock.lastCall).toEqual([
    [
      { id: 'k1', org_id: 'o1', at: '2026-03-01T12:00:00.000Z' },
      { id: 'k2', org_id: 'o1', at: '2026-03-01T12:00:30.000Z' },
    ],
  ]);
});

test('stopping tells what is left', async () => {
  note('k1');
  await uses.stop?.();
  expect(report).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(report).toHaveBeenCalledTimes(1);
});

test('a report names a thousand keys at most', async () => {
  for (let n = 0; n < 2_500; n++) note(`k${n}`);
  await uses.stop?.();
  expect(report.mock.calls.map(([part]) => part.length)).toEqual([1000, 1000, 500]);
});
