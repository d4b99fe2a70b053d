import { expect, test } from '@jest/globals';
import { latestOfEach, type Snapshot, snapshotOf } from '../../../../../../services/finance/parties/domain/party.ts';

const event = { org_id: 'o1', sequence: 3 };

test.each([
  { type: 'client.created', data: { id: 'c1', name: 'Mill' }, says: { is: 'named', name: 'Mill' } },
  { type: 'client.updated', data: { id: 'c1', name: '' }, says: { is: 'named', name: '' } },
  { type: 'client.archived', data: { id: 'c1', name: 'Mill' }, says: { is: 'named', name: 'Mill' } },
  { type: 'client.updated', data: { id: 'c1' }, says: { is: 'unknown' } },
  { type: 'client.deleted', data: { id: 'c1', name: 'Mill' }, says: { is: 'deleted' } },
  { type: 'client.deleted', data: { id: 'c1' }, says: { is: 'deleted' } },
])('$type with $data says $says', ({ type, data, says }) => {
  const key = { orgId: 'o1', kind: 'client', id: 'c1' };
  expect(snapshotOf('client', { ...event, type, data })).toEqual({ key, revision: 3, ...says });
});

const said = (revision: number, is: 'named' | 'deleted', id = 'c1') =>
  ({
    key: { orgId: 'o1', kind: 'client', id },
    revision,
    is,
    ...(is === 'named' && { name: `at ${revision}` }),
  }) as Snapshot;

test.each([
  {
    name: 'the highest revision counts',
    statements: [said(2, 'named'), said(3, 'named'), said(1, 'named')],
    latest: [said(3, 'named')],
  },
  { name: 'a deletion has no later', statements: [said(3, 'deleted'), said(4, 'named')], latest: [said(3, 'deleted')] },
  {
    name: 'a deletion counts though it comes last',
    statements: [said(4, 'named'), said(3, 'deleted')],
    latest: [said(3, 'deleted')],
  },
  {
    name: 'parties do not disturb each other',
    statements: [said(2, 'named'), said(1, 'named', 'c2')],
    latest: [said(2, 'named'), said(1, 'named', 'c2')],
  },
])('of what is said together, $name', ({ statements, latest }) => {
  expect(latestOfEach(statements)).toEqual(latest);
});
