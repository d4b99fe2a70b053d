import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Bus, connectBus } from '#chassis/messaging/bus.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { createLimiter, type Limiter } from '../../../gateway/rate-limits/limits.ts';
import { startNats, type TestNats } from '../../support/backends/nats.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, type RunningGateway, startGateway } from './harness.ts';

const USER = 300;
const ANONYMOUS = 60;
const CONNECTIONS = 16;

let nats: TestNats;
let buses: Bus[];
let limiters: Limiter[];
let gateways: RunningGateway[];

beforeEach(async () => {
  // The burst must end within one window of 60 s, because the limit grows when a new window begins.
  await eventually(() => Date.now() % 60_000 < 40_000, 25_000);
  nats = await startNats();
  buses = await Promise.all(['one', 'two', 'three'].map(connect));
  await eventually(() => buses.every((bus) => bus.connected() === true));
  limiters = buses.map((broadcast) => createLimiter({ broadcast }));
  for (const limiter of limiters) await limiter.start();
  const limits = { RATE_LIMIT_USER: USER, RATE_LIMIT_ANONYMOUS: ANONYMOUS };
  gateways = await Promise.all(limiters.map((limiter) => startGateway(limits, { limiter })));
  await untilTheyKnowEachOther();
}, 60_000);

afterEach(async () => {
  await Promise.all([...gateways, ...buses].map((part) => part.close()));
  await Promise.all(limiters.map((limiter) => limiter.stop()));
  await nats.stop();
});

const connect = (name: string) => connectBus({ url: nats.url, name, logger: createLogger('test', 'silent') });

async function untilTheyKnowEachOther(): Promise<void> {
  for (const [i, limiter] of limiters.entries()) await limiter.consume(`greeting ${i}`, 1000);
  await eventually(() =>
    limiters.every((limiter) => [0, 1, 2].every((i) => limiter.peek(`greeting ${i}`, 1000).remaining === 999)),
  );
}

/** Sends requests over a few connections to each gateway, as fast as possible. */
async function burst(requests: number, path: string, as?: 'staff'): Promise<Answer[]> {
  const answers: Answer[] = [];
  await Promise.all(
    gateways.map((gateway) => {
      let left = requests / gateways.length;
      const work = async () => {
        while (left-- > 0) answers.push(await gateway.send(path, as ? { as } : {}));
      };
      return Promise.all(Array.from({ length: CONNECTIONS }, work));
    }),
  );
  return answers;
}

const accepted = (answers: Answer[]) => answers.filter(({ status }) => status === 200).length;

test.each([
  ['a user', USER, '/auth/test/staff', 'staff'],
  ['an address', ANONYMOUS, '/api/v1/meta', undefined],
] as const)('three gateways share the limit of %s to within 10 %%', async (_, limit, path, as) => {
  const answers = await burst(3 * limit, path, as);
  expect(accepted(answers)).toBeGreaterThanOrEqual(limit * 0.9);
  expect(accepted(answers)).toBeLessThanOrEqual(limit * 1.1);
  const refused = answers.filter(({ status }) => status !== 200);
  for (const { status, headers } of refused) {
    expect([status, headers['ratelimit-limit'], headers['ratelimit-remaining']]).toEqual([429, String(limit), '0']);
    expect(headers['retry-after']).toBe(headers['ratelimit-reset']);
  }
});
