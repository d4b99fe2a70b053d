import { describe, expect, test } from '@jest/globals';
import { type ApiKey, apiKeyRules } from '../../../../../../services/identity/api-keys/domain/api-key.ts';

const rules = apiKeyRules(600);
const now = new Date('2026-03-01T12:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const value = (hash: string) => ({ hash, lastFour: hash.slice(-4).padStart(4, '-') });
const origin = { id: 'k1', orgId: 'o1', createdById: 'u1', now, value: value('first') };

const create = (input: object = {}) => rules.create({ name: 'Robot', permissions: ['read:*'], ...input }, origin);
const rotated = (key: ApiKey, hash: string, overlap: number, at = now) =>
  rules.rotate(key, value(hash), overlap, at).state;
const works = (key: ApiKey, hash: string, at: Date) => rules.grant(key, hash, at) !== undefined;

describe('a new key', () => {
  test('is shown as the interface has it, with the limit in force, and its value nowhere', () => {
    const { state, event } = create();
    expect(rules.view(state)).toEqual({
      id: 'k1',
      org_id: 'o1',
      name: 'Robot',
      permissions: ['read:*'],
      scopes: ['read:*'],
      rate_limit: 600,
      created_at: '2026-03-01T12:00:00.000Z',
      expires_at: null,
      is_active: true,
      last_used_at: null,
      created_by_id: 'u1',
      created_by_name: null,
      last_four: 'irst',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(event).toEqual({ type: 'api_key.created', recordId: 'k1', sequence: 1, data: rules.view(state) });
    expect(JSON.stringify(event)).not.toContain('first');
  });

  test('keeps a limit of its own, and each scope once', () => {
    const { state } = create({ rate_limit: 5, permissions: ['read:bom', 'read:bom', '*:orders'] });
    expect(rules.view(state)).toMatchObject({ rate_limit: 5, permissions: ['read:bom', '*:orders'] });
  });

  test.each([0, -1])('does not end %i s from now', (seconds) => {
    const expires_at = later(seconds).toISOString();
    const issue = { loc: ['body', 'expires_at'], type: 'value_error', input: expires_at };
    expect(() => create({ expires_at })).toThrow(expect.objectContaining({ issues: [expect.objectContaining(issue)] }));
  });
});

describe('revoking', () => {
  test('ends every value for good', () => {
    const { state, event } = rules.revoke(rotated(create().state, 'second', 3600), later(1));
    expect(state).toMatchObject({ isActive: false, values: [], revision: 3 });
    expect(event).toMatchObject({ type: 'api_key.revoked', sequence: 3, previous: { is_active: true } });
    for (const hash of ['first', 'second']) expect(works(state, hash, later(2))).toBe(false);
  });

  test('again changes and tells nothing', () => {
    const { state } = rules.revoke(create().state, now);
    expect(rules.revoke(state, later(1))).toEqual({ state });
  });
});

describe('rotating', () => {
  test('lets the former value work to the end of the overlap, and the new one on', () => {
    const key = rotated(create().state, 'second', 60);
    expect([works(key, 'first', later(59)), works(key, 'first', later(60))]).toEqual([true, false]);
    expect([works(key, 'second', now), works(key, 'second', later(1e9))]).toEqual([true, true]);
    expect(rules.grant(key, 'first', now)?.until).toBe(later(60).toISOString());
    expect(rules.grant(key, 'second', now)?.until).toBeNull();
  });

  test('without overlap ends all former values', () => {
    const key = rotated(rotated(create().state, 'second', 3600), 'third', 0, later(1));
    expect(key.values.map(({ hash }) => hash)).toEqual(['third']);
  });

  test('never prolongs what a former value was given', () => {
    const key = rotated(rotated(create().state, 'second', 60), 'third', 3600, later(10));
    expect(key.values).toEqual([
      { hash: 'third', until: null },
      { hash: 'second', until: later(3610) },
      { hash: 'first', until: later(60) },
    ]);
  });

  test('drops values that are over', () => {
    const key = rotated(rotated(create().state, 'second', 60), 'third', 3600, later(60));
    expect(key.values.map(({ hash }) => hash)).toEqual(['third', 'second']);
  });

  test('keeps ten former values at most', () => {
    let key = create().state;
    for (let n = 0; n < 10; n++) key = rotated(key, `value ${n}`, 3600);
    expect(() => rotated(key, 'one more', 3600)).toThrow(expect.objectContaining({ code: 'invalid_transition' }));
    expect(rotated(key, 'one more', 0).values).toHaveLength(1);
  });

  test.each([
    ['revoked', rules.revoke(create().state, now).state],
    ['expired', create({ expires_at: later(1).toISOString() }).state],
  ])('a key that is %s is refused', (_, key) => {
    expect(() => rotated(key, 'second', 0, later(1))).toThrow(expect.objectContaining({ code: 'invalid_transition' }));
  });
});

describe('what a value stands for', () => {
  test('is the key, its org, scopes and limit', () => {
    const { state } = create({ rate_limit: 7 });
    expect(rules.grant(state, 'first', now)).toEqual({
      id: 'k1',
      org_id: 'o1',
      scopes: ['read:*'],
      rate_limit: 7,
      until: null,
    });
    expect(rules.grant(state, 'other', now)).toBeUndefined();
  });

  test('ends with the key or with the overlap, whichever is first', () => {
    const key = rotated(create({ expires_at: later(100).toISOString() }).state, 'second', 60);
    expect(rules.grant(key, 'first', now)?.until).toBe(later(60).toISOString());
    expect(rules.grant(key, 'second', now)?.until).toBe(later(100).toISOString());
    expect([works(key, 'second', later(99)), works(key, 'second', later(100))]).toEqual([true, false]);
    const long = rotated(create({ expires_at: later(100).toISOString() }).state, 'second', 3600);
    expect(rules.grant(long, 'first', now)?.until).toBe(later(100).toISOString());
  });
});
