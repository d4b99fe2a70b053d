import { beforeEach, expect, jest, test } from '@jest/globals';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import { createVersions, type Versions } from '../../../../gateway/routing/service-versions.ts';

const call: CallOptions = { context: { requestId: 'r' }, deadline: Date.now() + 30_000 };

let now: number;
let versions: Versions;
const getVersion = jest.fn(async (_request: object, _options: CallOptions) => ({ service: 'any', version: '1.0.0' }));
const client = { getVersion, close: () => undefined };
const clients = { identity: client, product: client, finance: client, notification: client };
const ask = () => versions.ask(clients, call);

beforeEach(() => {
  now = 0;
  getVersion.mockClear();
  versions = createVersions(() => now);
});

test('all are asked at once, with a second to answer', async () => {
  const before = Date.now();
  const answer = ask();
  expect(getVersion).toHaveBeenCalledTimes(4);
  expect(await answer).toEqual({ identity: '1.0.0', product: '1.0.0', finance: '1.0.0', notification: '1.0.0' });
  for (const [, { context, deadline }] of getVersion.mock.calls) {
    expect(context).toEqual(call.context);
    expect(deadline).toBeGreaterThanOrEqual(before + 1_000);
    expect(deadline).toBeLessThanOrEqual(Date.now() + 1_000);
  }
});

test('what they said holds for a minute', async () => {
  await ask();
  now = 59_999;
  await ask();
  expect(getVersion).toHaveBeenCalledTimes(4);
  now = 60_000;
  getVersion.mockResolvedValueOnce({ service: 'identity', version: '1.1.0' });
  expect(await ask()).toMatchObject({ identity: '1.1.0', product: '1.0.0' });
});

test('one that is down is null, and asked again by the next request', async () => {
  getVersion.mockRejectedValueOnce(new Error('down'));
  expect(await ask()).toEqual({ identity: null, product: '1.0.0', finance: '1.0.0', notification: '1.0.0' });
  expect(await ask()).toMatchObject({ identity: '1.0.0' });
  expect(getVersion).toHaveBeenCalledTimes(5);
});

test('those who wait share the question', async () => {
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(second).toEqual(first);
  expect(getVersion).toHaveBeenCalledTimes(4);
});
