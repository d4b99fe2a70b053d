import { describe, expect, test } from '@jest/globals';
import type { DeliveryAddress } from '#proto/product/v1/client.contract.ts';
import { createClient, updateClient } from '../../../../../../services/product/clients/domain/client.ts';
import { ids, later, now } from '../../boms/scene.ts';

const contacts = [{ contactName: 'Jo', email: 'jo@acme.example' }, { contactName: 'Al' }];
const full = {
  name: 'Acme',
  country: 'Germany',
  maxAccountValue: 1000.5,
  currency: 'EUR',
  contacts,
  priceCategory: 'high' as const,
  paymentTerms: 'net 30',
  billingAddress: 'Main Street 1',
  taxId: 'DE1',
};
const address = { name: 'Warehouse', address: 'Harbour 1' };
const create = (given: Parameters<typeof createClient>[0] = full) => createClient(given, 'o1', now, ids()).state;

test('delivery addresses keep their ids while contacts change, and the other way round', () => {
  const before = create({ ...full, deliveryAddresses: [address] });
  const [kept] = before.deliveryAddresses as [DeliveryAddress];
  expect(before.deliveryAddresses).toEqual([{ ...address, id: expect.any(String), country: null }]);
  expect(updateClient(before, { contacts: [] }, later, ids()).state.deliveryAddresses).toEqual([kept]);
  const sent = [address, { ...address, id: kept.id, country: 'Spain' }];
  const { state } = updateClient(before, { deliveryAddresses: sent }, later, () => 'new');
  expect(state.deliveryAddresses.map(({ id, country }) => [id, country])).toEqual([
    ['new', null],
    [kept.id, 'Spain'],
  ]);
  expect(state.contacts).toEqual(before.contacts);
});

describe('contacts', () => {
  test('get their ids at a create, whatever was sent', () => {
    const made = create({ ...full, contacts: [{ id: 'mine', email: 'a@b.example' }, {}] });
    const empty = { contactName: null, email: null, phoneNumber: null, countryCode: null };
    expect(made.contacts).toEqual([
      { ...empty, id: 'id2', email: 'a@b.example' },
      { ...empty, id: 'id3' },
    ]);
  });

  test('are all taken away by null', () => {
    expect(updateClient(create(), { contacts: null }, later, ids()).state.contacts).toEqual([]);
  });

  test('keep the ids that are known; others get one, and an unknown id is refused', () => {
    const before = create();
    const [jo, al] = before.contacts.map(({ id }) => id) as [string, string];
    const update = (sent: object[]) => updateClient(before, { contacts: sent }, later, () => 'new');
    const { state } = update([{ id: al, contactName: 'Alan' }, {}, { id: jo }]);
    expect(state.contacts.map(({ id }) => id)).toEqual([al, 'new', jo]);
    expect(state.contacts[0]).toMatchObject({ contactName: 'Alan', email: null });
    expect(() => update([{}, { id: 'unknown' }])).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body', 'contacts', '1', 'id'] })] }),
    );
  });
});
