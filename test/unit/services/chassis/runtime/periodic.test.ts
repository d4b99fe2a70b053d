import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { periodic } from '#chassis/runtime/periodic.ts';

const logger = createLogger('test', 'silent');
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A task that fails with each error in turn, then succeeds. */
function task(...errors: Error[]) {
  return jest.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
  });
}

test('is ready after its first success, and runs again and again until it is stopped', async () => {
  const run = task();
  const part = periodic({ name: 'keys', run, everyMs: 1000, logger });
  expect(part.ready?.()).toBe('keys: not done yet');
  await part.start?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(part.ready?.()).toBe(true);
  await jest.advanceTimersByTimeAsync(3000);
  expect(run).toHaveBeenCalledTimes(4);
  await part.stop?.();
  await jest.advanceTimersByTimeAsync(3000);
  expect(run).toHaveBeenCalledTimes(4);
});

test('tries again, more slowly each time, and says why it is not ready', async () => {
  const run = task(new AppError('internal_error', 'no settings'), new Error('mongodb://user:password@host'));
  const part = periodic({ name: 'first admin', run, logger });
  await part.start?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(part.ready?.()).toBe('first admin: no settings');
  await jest.advanceTimersByTimeAsync(500);
  expect(part.ready?.()).toBe('first admin: failed, the log says why');
  await jest.advanceTimersByTimeAsync(999);
  expect(run).toHaveBeenCalledTimes(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(part.ready?.()).toBe(true);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(3);
});

test('what has succeeded once stays ready through a later failure', async () => {
  const run = jest.fn<() => Promise<void>>();
  run.mockResolvedValueOnce().mockRejectedValue(new Error('down'));
  const part = periodic({ name: 'keys', run, everyMs: 1000, logger });
  await part.start?.();
  await jest.advanceTimersByTimeAsync(1000);
  expect(run).toHaveBeenCalledTimes(2);
  expect(part.ready?.()).toBe(true);
  await part.stop?.();
});

test('keeps no process from being ready where it works in the background', async () => {
  const run = task(new Error('The database has no room left'));
  const part = periodic({ name: 'mailer', run, everyMs: 1000, background: true, logger });
  await part.start?.();
  await jest.advanceTimersByTimeAsync(0);
  expect(part.ready?.()).toBe(true);
  await jest.advanceTimersByTimeAsync(500);
  expect(run).toHaveBeenCalledTimes(2);
  await part.stop?.();
});
