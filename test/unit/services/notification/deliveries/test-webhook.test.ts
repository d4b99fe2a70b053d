import { expect, test } from '@jest/globals';
import { AppError, LostRace } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import {
  createTestWebhook,
  type TestWebhookDependencies,
} from '../../../../../services/notification/deliveries/test-webhook.ts';
import type { Webhook } from '../../../../../services/notification/webhooks/domain/webhook.ts';

const now = new Date();
const told = { url: 'https://example.com/', events: ['*'], revision: 1, tests: 0, createdAt: now, updatedAt: now };
const WEBHOOK = { id: 'w1', orgId: 'o1', ...told } as unknown as Webhook;
const call = {
  principal: { kind: 'user', id: 'u1', orgId: 'o1', role: 'admin' },
  now,
  deadline: Date.now() + 8_000,
  signal: new AbortController().signal,
} as unknown as Call;
const outage = () => Promise.reject(new AppError('upstream_unavailable', 'The database is unavailable'));

/** The answer to a test whose event and delivery are stored, by the code of its refusal. */
async function codeOf(parts: Partial<Record<'targets' | 'sender', object>>): Promise<string> {
  const tx = { session: {}, lastEvent: () => ({ id: 'evt_1', envelope: '{"data":{}}' }) };
  const test = createTestWebhook({
    writer: {
      write: async (_call: unknown, work: (tx: unknown) => Promise<void>) => {
        await work(tx);
        return { eventId: 'evt_1', replayed: false };
      },
    },
    webhooks: { load: async () => WEBHOOK, save: async () => WEBHOOK },
    targets: { find: async () => new Map([[WEBHOOK.id, WEBHOOK]]) },
    sender: { sendNow: async () => ({}) },
    events: { append: async () => undefined },
    deliveries: { add: async () => undefined },
    leaseMs: 1_000,
    timeoutMs: 1_000,
    ...parts,
  } as unknown as TestWebhookDependencies);
  return test(call, { id: WEBHOOK.id }).then(
    () => 'ok',
    (error) => error.code,
  );
}

test('an outage after a test was stored does not look as if nothing had been done', async () => {
  expect(await codeOf({})).toBe('ok');
  expect(await codeOf({ targets: { find: outage } })).toBe('outcome_unknown');
  expect(await codeOf({ sender: { sendNow: outage } })).toBe('outcome_unknown');
  const lostRace = () => Promise.reject(new LostRace());
  expect(await codeOf({ sender: { sendNow: lostRace } })).toBe('outcome_unknown');
  expect(await codeOf({ targets: { find: async () => new Map() } })).toBe('not_found');
});
