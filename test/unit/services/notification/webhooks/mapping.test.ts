import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createSealedFields } from '#chassis/secrets/seal.ts';
import { createWebhook, updateWebhook } from '../../../../../services/notification/webhooks/domain/webhook.ts';
import { type StoredWebhook, webhookMapping } from '../../../../../services/notification/webhooks/mapping.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const rules = { allowHttp: false, mayReach: () => true };
const fields = createSealedFields([randomBytes(32).toString('base64')]);
const { toStored, toDomain } = webhookMapping(fields);

const { state: created } = createWebhook(
  { url: 'https://example.com/', events: ['*'], secret: 'secret A' },
  { id: 'w1', orgId: 'o1', createdById: 'u1', now },
  rules,
);
const changed = (...secrets: string[]) =>
  secrets.reduce((webhook, secret) => updateWebhook(webhook, { secret }, now, rules).state, created);
const formerOf = (stored: StoredWebhook) => toDomain(stored).formerSecrets.map(({ secret }) => secret);
const all = changed('secret B', 'secret C', 'secret D');

test('all former secrets are stored sealed, each at a path that is declared', () => {
  const stored = toStored(all);
  expect(toDomain(stored)).toEqual(all);
  const paths = fields.declared().map(({ field }) => field.split('.'));
  const sealed = paths.map((path) => path.reduce<unknown>((value, name) => value?.[name as never], stored));
  expect(sealed).toEqual(Array(4).fill(expect.any(Buffer)));
  expect(sealed.filter((bytes) => (bytes as Buffer).includes('secret'))).toEqual([]);
});

test('an earlier version finds the newest where it looks, and what it wrote itself is read', () => {
  const { formerSecret, secondFormerSecret: _2, thirdFormerSecret: _3, ...earlier } = toStored(all);
  expect(formerOf({ ...earlier, formerSecret })).toEqual(['secret C']);
});

test('a secret that an earlier version has removed takes its predecessors with it', () => {
  expect(formerOf({ ...toStored(all), secret: null, formerSecret: null })).toEqual([]);
});

test('an earlier version finds the sequence of the last event as the revision, and what it wrote itself is read', () => {
  const tested = { ...all, tests: 2 };
  const stored = toStored(tested);
  expect(stored.revision).toBe(all.revision + 2);
  expect(toDomain(stored)).toEqual(tested);
  const { tests: _, ...earlier } = toStored(all);
  expect(toDomain(earlier)).toEqual(all);
});
