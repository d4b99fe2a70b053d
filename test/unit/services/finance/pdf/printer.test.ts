import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Call } from '#chassis/rpc/context.ts';
import { openPrinter } from '../../../../../services/finance/pdf/printer.ts';
import { readPdf } from '../../../../support/pdf/read-pdf.ts';
import { linesOf, printed } from './printed.ts';

const printer = openPrinter();
afterAll(() => printer.stop?.());

/** gRPC tells deadlines in parts of milliseconds, too. */
const callOf = (orgId: string, waitLimit = 20_000) =>
  ({
    principal: { orgId },
    deadline: Date.now() + waitLimit + 0.05,
    signal: new AbortController().signal,
  }) as unknown as Call;

describe('a document', () => {
  test('of 500 lines is drawn while the event loop turns', async () => {
    await printer.print(printed(), callOf('o1'));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);
    delay.enable();
    const bytes = await printer.print(printed({ lines: linesOf(500) }), callOf('o1'));
    delay.disable();
    clearInterval(count);
    expect((await readPdf(bytes)).texts.length).toBeGreaterThan(10);
    expect(turns).toBeGreaterThan(5);
    // Milliseconds, of nanoseconds; the median, since the machine has other work.
    expect(delay.percentile(50) / 1e6).toBeLessThan(50);
  });

  test('that cannot be drawn is an internal error, and the next one is drawn', async () => {
    const broken = printed({ lines: null as never });
    await expect(printer.print(broken, callOf('o1'))).rejects.toMatchObject({ code: 'internal_error' });
    expect((await printer.print(printed(), callOf('o1'))).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

test('one org has one drawn at a time, and its queue is bounded; others take turns with it', async () => {
  const order: string[] = [];
  const print = (orgId: string) => printer.print(printed(), callOf(orgId)).then(() => order.push(orgId));
  const many = Array.from({ length: 30 }, () => print('flood'));
  const other = print('other');
  const settled = await Promise.allSettled(many);
  await other;
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused).toHaveLength(9);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'rate_limited' });
  expect(order.indexOf('other')).toBeLessThanOrEqual(2);
});

test('one whose time is over before its turn comes is not drawn, and its caller is told in time to try again', async () => {
  const first = printer.print(printed({ lines: linesOf(500) }), callOf('o1'));
  const late = callOf('o2', 260);
  const busy = { code: 'upstream_unavailable', retryAfter: 3 };
  await expect(printer.print(printed(), { ...late, deadline: late.deadline - 20 })).rejects.toMatchObject(busy);
  expect(Date.now()).toBeLessThan(late.deadline);
  await first;
});

describe('one that nobody waits for any more', () => {
  const endless = printed({ lines: linesOf(500, () => 'many words '.repeat(900)) });

  test.each([
    ['since its caller is gone', 'deadline_exceeded', () => ({ ...callOf('o1'), signal: AbortSignal.timeout(5) })],
    ['since its time is over', 'upstream_unavailable', () => callOf('o1', 260)],
  ])('%s, is given up, and the next one is drawn', async (_why, code, call) => {
    await printer.print(printed(), callOf('o1'));
    const given = printer.print(endless, call() as Call);
    const next = printer.print(printed(), callOf('o2'));
    await expect(given).rejects.toMatchObject({ code });
    expect((await next).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

/** Threads are numbered as they start. */
async function nextThread(): Promise<number> {
  const worker = new Worker('', { eval: true });
  const { threadId } = worker;
  await worker.terminate();
  return threadId;
}

test('a thread whose first document came to nothing while it started draws the next one', async () => {
  const slow = openPrinter();
  const before = await nextThread();
  await expect(slow.print(printed(), callOf('o1', 255))).rejects.toMatchObject({ code: 'upstream_unavailable' });
  expect((await slow.print(printed(), callOf('o1'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await nextThread()).toBe(before + 2);
  await slow.stop?.();
});

test('a thread is begun while a document is still being read, and draws it', async () => {
  const prepared = openPrinter();
  const before = await nextThread();
  prepared.prepare();
  prepared.prepare();
  expect(await nextThread()).toBe(before + 2);
  expect((await prepared.print(printed(), callOf('o1'))).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await nextThread()).toBe(before + 3);
  await prepared.stop?.();
});
