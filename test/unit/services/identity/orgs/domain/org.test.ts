import { expect, test } from '@jest/globals';
import { Org as OrgView } from '#proto/identity/v1/contract.ts';
import { createOrg, type OrgChanges, updateOrg } from '../../../../../../services/identity/orgs/domain/org.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');
const anOrg = () => createOrg({ name: 'Mill', address: 'Rua Nova 1', isOperator: false }, now, () => 'o1');

test('a created org is null where nothing was said, and its event belongs to it', () => {
  const { state: org, event } = anOrg();
  expect(org).toMatchObject({ id: 'o1', name: 'Mill', taxId: null, timeZone: null, revision: 1 });
  expect(event).toMatchObject({ type: 'org.created', orgId: 'o1', recordId: 'o1', sequence: 1 });
  expect(OrgView.parse(event.data)).not.toHaveProperty('is_operator');
});

test.each<[string, OrgChanges, object]>([
  ['a value', { taxId: 'PT 1' }, { tax_id: null }],
  ['null', { address: null }, { address: 'Rua Nova 1' }],
  ['null for the name', { name: null }, {}],
  ['the same', { name: 'Mill' }, {}],
])('%s: the event says what was different', (_what, changes, previous) => {
  const { state: org, event } = updateOrg(anOrg().state, changes, later);
  expect(event).toMatchObject({ type: 'org.updated', sequence: 2 });
  expect(event.previous).toEqual(previous);
  expect(org).toMatchObject({ name: 'Mill', revision: 2, createdAt: now, updatedAt: later });
});
