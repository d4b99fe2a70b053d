import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { makeToken, type RunningGateway, startGateway } from '../../integration/gateway/harness.ts';
import { eventually } from '../../support/eventually.ts';

/**
 * A page whose records need several messages. If the gateway collected all of them first, each caller would take tens
 * of megabytes.
 */
let gateway: RunningGateway;
/** Held calls for the further messages of a page. `go` ends a call. */
let held: { org: string; go: () => void }[] = [];
let most = new Map<string, number>();

beforeAll(async () => {
  gateway = await startGateway();
  gateway.services.answers.set('listSuppliers', async () => {
    const { request, options } = gateway.services.calls.at(-1) as (typeof gateway.services.calls)[number];
    const { after } = request.query as { after?: string };
    if (after === undefined) return { data: [{ id: '1', name: 'a' }], total: 9, next: 'more' };
    const org = options.context.principal?.orgId ?? '';
    await new Promise<void>((go) => held.push({ org, go }));
    return { data: [{ id: '2', name: 'b' }], total: 9 };
  });
}, 30_000);
afterAll(() => gateway.close());

async function list(org: string, signal?: AbortSignal): Promise<number> {
  const token = await makeToken({ org_id: org, orgs: [{ id: org, name: org, role: 'staff' }] });
  const answer = await gateway.send('/api/v1/suppliers', {
    headers: { authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
  return answer.status;
}

/** Ends one held call at a time. Stores the maximum number of simultaneous calls of each org in `most`. */
async function letGo(until: () => boolean): Promise<void> {
  await eventually(() => {
    for (const [org, calls] of Map.groupBy(held, ({ org }) => org)) {
      most.set(org, Math.max(most.get(org) ?? 0, calls.length));
    }
    held.shift()?.go();
    return until();
  });
}

test('what large pages of an org go on with is fetched one after another, and those of another do not wait for all of them', async () => {
  [held, most] = [[], new Map()];
  const statuses: number[] = [];
  const loud = Array.from({ length: 10 }, () => list('loud').then((status) => statuses.push(status)));
  await eventually(() => held.length === 1);
  let served = 0;
  const quiet = list('quiet').then((status) => {
    served = statuses.length;
    return status;
  });
  await eventually(() => held.length === 2);
  await letGo(() => statuses.length === 10);
  expect(await quiet).toBe(200);
  expect(served).toBeLessThan(5);
  await Promise.all(loud);
  expect(statuses).toEqual(Array(10).fill(200));
  expect([...most.values()]).toEqual([1, 1]);
});

test('nobody takes the part of a page for the whole when the rest cannot be fetched', async () => {
  gateway.services.answers.set('listSuppliers', async () => {
    const { request } = gateway.services.calls.at(-1) as (typeof gateway.services.calls)[number];
    if ((request.query as { after?: string }).after !== undefined) throw new AppError('internal_error', 'broken');
    return { data: [{ id: '1', name: 'a' }], total: 9, next: 'more' };
  });
  await expect(list('quiet')).rejects.toThrow('other side closed');
});

test('the rest of a page is fetched again after an outage, and for a caller that has left no more', async () => {
  const asked = new Map<string, number>();
  gateway.services.answers.set('listSuppliers', async () => {
    const { request, options } = gateway.services.calls.at(-1) as (typeof gateway.services.calls)[number];
    if ((request.query as { after?: string }).after === undefined)
      return { data: [{ id: '1' }], total: 2, next: 'more' };
    const org = options.context.principal?.orgId ?? '';
    const times = (asked.get(org) ?? 0) + 1;
    asked.set(org, times);
    if (org === 'gone' || times < 10) throw new AppError('upstream_unavailable', 'away');
    return { data: [{ id: '2' }], total: 2 };
  });
  const leaving = new AbortController();
  const left = list('gone', leaving.signal);
  await eventually(() => asked.has('gone'));
  leaving.abort();
  await expect(left).rejects.toThrow('aborted');
  const stays = list('stays');
  await eventually(() => (asked.get('stays') ?? 0) >= 5);
  const before = asked.get('gone');
  expect(await stays).toBe(200);
  expect(asked.get('gone')).toBe(before);
});

test('of an org 24 lists are asked for at once; those of another do not wait for the others', async () => {
  const asking: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  gateway.services.answers.set('listSuppliers', async () => {
    const { options } = gateway.services.calls.at(-1) as (typeof gateway.services.calls)[number];
    asking.push(options.context.principal?.orgId ?? '');
    await gate;
    return { data: [], total: 0 };
  });
  const loud = Array.from({ length: 60 }, () => list('loud'));
  await eventually(() => asking.length === 24);
  const quiet = list('quiet');
  await eventually(() => asking.includes('quiet'));
  expect(asking.filter((org) => org === 'loud')).toHaveLength(24);
  open();
  expect(new Set(await Promise.all([...loud, quiet]))).toEqual(new Set([200]));
});
