import { expect, test } from '@jest/globals';
import { subjectMatches } from '#chassis/messaging/subject.ts';

test.each([
  ['events.>', 'events.product.client.created', true],
  ['events.product.>', 'events.product.client.created', true],
  ['events.product.>', 'events.product', false],
  ['events.*.client.*', 'events.product.client.created', true],
  ['events.*.client', 'events.product.client.created', false],
  ['events.product.client.created', 'events.product.client.created', true],
  ['events.product.client.created', 'events.product.client.deleted', false],
  ['events.identity.>', 'events.identityx.user.created', false],
])('%s and %s: %s', (filter, subject, matches) => {
  expect(subjectMatches(filter, subject)).toBe(matches);
});
