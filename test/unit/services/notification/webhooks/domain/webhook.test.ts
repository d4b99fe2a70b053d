import { describe, expect, test } from '@jest/globals';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  secretsInForce,
  testWebhook,
  updateWebhook,
  type WebhookPatch,
} from '../../../../../../services/notification/webhooks/domain/webhook.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T11:59:59.000Z');
const rules = { allowHttp: false, mayReach: (address: string) => address === '8.8.8.8' };
const origin = { id: 'w1', orgId: 'o1', createdById: 'u1', now };
const input = { url: 'https://example.com/hook', events: ['client.created'], secret: 'the first secret' };

const created = createWebhook(input, origin, rules);
const update = (patch: WebhookPatch, at = now) => updateWebhook(created.state, patch, at, rules);

test('a change keeps what it does not name, and its event tells what was before', () => {
  const { state, event } = update({ is_active: false }, later);
  expect(state).toEqual({ ...created.state, isActive: false, updatedAt: later, revision: 2 });
  expect(event).toMatchObject({ type: 'webhook.updated', sequence: 2, previous: { is_active: true } });
  expect(Object.keys(event?.previous ?? {})).toEqual(['is_active']);
});

test('null leaves url, events and is_active, and removes description and secret', () => {
  const described = updateWebhook(created.state, { description: 'For the mill' }, now, rules).state;
  expect(described.description).toBe('For the mill');
  const cleared = { url: null, events: null, is_active: null, description: null, secret: null };
  const { state } = updateWebhook(described, cleared, now, rules);
  expect(state).toMatchObject({
    url: input.url,
    events: input.events,
    isActive: true,
    description: null,
    secret: null,
    formerSecrets: [],
  });
});

test.each<WebhookPatch>([{ secret: 'the second secret' }, { secret: null }])(
  '%j is a change, and shown by none',
  (patch) => {
    const { state, event } = update(patch, later);
    expect(state).toMatchObject({ revision: 2, updatedAt: later });
    expect(event?.previous).toEqual({});
    expect(JSON.stringify(event)).not.toContain('the ');
  },
);

describe('the secrets in force', () => {
  test('stay as they are when the same secret is set again', () => {
    const changed = update({ secret: 'the second secret' }).state;
    const again = updateWebhook(changed, { secret: 'the second secret' }, later, rules).state;
    expect(again.formerSecrets).toEqual(changed.formerSecrets);
  });

  const hours = (count: number) => new Date(now.getTime() + count * 3600_000);
  /** The webhook after a change of secret each hour, from `now` on. */
  const changedHourly = (...secrets: string[]) =>
    secrets.reduce((state, secret, hour) => updateWebhook(state, { secret }, hours(hour), rules).state, created.state);

  test.each([
    [2, ['secret C', 'secret B', 'the first secret']],
    [23.999, ['secret C', 'secret B', 'the first secret']],
    [24, ['secret C', 'secret B']],
    [25, ['secret C']],
  ])('after two changes, %d hours after the first, are those whose own 24 hours are not over', (hour, expected) => {
    expect(secretsInForce(changedHourly('secret B', 'secret C'), hours(hour))).toEqual(expected);
  });

  test('are four at most: a change is refused until the oldest of three former ones signs no more', () => {
    const state = changedHourly('secret B', 'secret C', 'secret D');
    const change = (at: Date, secret: string | null = 'secret E') =>
      secretsInForce(updateWebhook(state, { secret }, at, rules).state, at);
    expect(() => change(hours(23.999))).toThrow(
      expect.objectContaining({ code: 'conflict', message: expect.stringContaining(hours(24).toISOString()) }),
    );
    expect(change(hours(24))).toEqual(['secret E', 'secret D', 'secret C', 'secret B']);
    expect(change(hours(3), null)).toEqual([]);
    expect(updateWebhook(state, { description: 'Another' }, hours(3), rules).state.formerSecrets).toHaveLength(3);
  });

  test('are each there once where a former one is set again', () => {
    const state = changedHourly('secret B', 'the first secret');
    expect(secretsInForce(state, hours(2))).toEqual(['the first secret', 'secret B']);
  });

  test('after a removal are none, and after a first one it alone', () => {
    const none = update({ secret: null }).state;
    expect(secretsInForce(none, now)).toEqual([]);
    const { state } = updateWebhook(none, { secret: 'a first secret again' }, now, rules);
    expect(secretsInForce(state, now)).toEqual(['a first secret again']);
  });
});

test.each([
  [disableWebhook(created.state, later), 'webhook.disabled', false, 2],
  [deleteWebhook(created.state), 'webhook.deleted', true, 2],
  [testWebhook(created.state), 'webhook.test', true, 1],
])('%#: other events take the next sequence', ({ state, event }, type, isActive, revision) => {
  expect({ type: event.type, sequence: event.sequence }).toEqual({ type, sequence: 2 });
  expect(state).toMatchObject({ revision, isActive });
});

test('a test is an event and no change: what follows takes the next sequence and the next revision', () => {
  const tested = testWebhook(testWebhook(created.state).state);
  expect([tested.event.sequence, tested.state.revision]).toEqual([3, 1]);
  const changed = updateWebhook(tested.state, { is_active: false }, later, rules);
  expect([changed.event?.sequence, changed.state.revision]).toEqual([4, 2]);
});

describe('a webhook is refused', () => {
  test.each([
    ['http://example.com', 'must begin with https://'],
    ['ftp://example.com', 'must begin with https://'],
    ['https://user:password@example.com/', 'must not hold credentials'],
    ['https://token@example.com/', 'must not hold credentials'],
    ['https://10.0.0.1/', 'must not be a private or reserved address'],
    ['https://0x0a000001/', 'must not be a private or reserved address'],
    ['https://[::1]/', 'must not be a private or reserved address'],
    ['nonsense', 'is not a URL'],
  ])('with the url %s', (url, fault) => {
    const issues = [
      { loc: ['body', 'url'], msg: `Value error, url ${fault}`, type: 'value_error', ctx: { error: `url ${fault}` } },
    ];
    expect(() => update({ url })).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    expect(faultsOf({ url })).toMatchObject(issues);
  });

  test.each([
    'https://user:password@example.com/',
    'https://user:pass@word@example.com/',
    String.raw`https:\\user:password@example.com/`,
    'https:user:password@example.com/',
    'https://user:password@example.com:99999/',
  ])('without echoing the password of %s', (url) => {
    expect(JSON.stringify(faultsOf({ url }))).not.toContain('word@');
  });

  test('naming every unknown event and the url at once', () => {
    const issues = faultsOf({ url: 'http://example.com', events: ['*', 'client.exploded', 'order.*', 'x'] });
    expect(issues.map(({ loc }) => loc.join('.'))).toEqual(['body.url', 'body.events.1', 'body.events.3']);
  });

  function faultsOf(patch: WebhookPatch): { loc: string[] }[] {
    try {
      update(patch);
    } catch (error) {
      return (error as { issues: { loc: string[] }[] }).issues;
    }
    return [];
  }
});

test('http and local addresses are for those who allow them', () => {
  const local = { allowHttp: true, mayReach: () => true };
  expect(() => createWebhook({ ...input, url: 'http://127.0.0.1:8080/x' }, origin, local)).not.toThrow();
  expect(() => createWebhook({ ...input, url: 'https://8.8.8.8/' }, origin, rules)).not.toThrow();
});
