import { expect, test } from '@jest/globals';
import type { Call } from '#chassis/rpc/context.ts';
import { supplierParty } from '../../../../../services/finance/local-copies/party-of.ts';

test.each([
  [{ address: 'Rua 1\nPorto', country: 'Portugal', taxId: 'PT1' }, 'Rua 1\nPorto\nPortugal', 'PT1'],
  [{ address: 'Rua 1', country: null, taxId: null }, 'Rua 1', null],
  [{ country: 'Portugal' }, 'Portugal', null],
  [{ address: null, country: null, taxId: null }, null, null],
])('a supplier of %j is printed with the address %j', async (supplier, address, taxId) => {
  const copies = { find: async () => ({ name: 'Weavers', ...supplier }) as never };
  expect(await supplierParty(copies, 's1', {} as Call)).toEqual({ name: 'Weavers', address, taxId });
});
