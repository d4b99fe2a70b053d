import { expect, test } from '@jest/globals';
import { statementOf } from '../../../../../services/finance/parties/party.ts';

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
  expect(statementOf('client', { ...event, type, data })).toEqual({ key, revision: 3, ...says });
});
