import type { Shot } from './load.ts';

/** Clients on each side before the first request. */
export const SEEDED = 10_000;

const CATEGORIES = ['high', 'medium', 'low'];
const NAMES = ['Nordwind Apparel', 'Casa Lino', 'Harbour & Pine', 'Atelier Moreau', 'Kestrel Outdoor', 'Miro Studio'];

/** A realistic client; `index` makes it unlike the others. */
export function clientBody(index: number) {
  return {
    name: `${NAMES[index % NAMES.length]} ${String((index * 7919) % 100_003).padStart(6, '0')}`,
    country: index % 2 ? 'Portugal' : 'Denmark',
    maxAccountValue: 10_000 + index,
    currency: 'EUR',
    priceCategory: CATEGORIES[index % 3],
    paymentTerms: '30 days net',
    contacts: [
      {
        contactName: 'Ana Silva',
        email: `orders-${index}@example.test`,
        phoneNumber: '+351 210 000 000',
        countryCode: 'PT',
      },
    ],
  };
}

/** The three requests of G1. `ids` are of records that exist where the request goes. */
export function scenarios(
  ids: string[],
  headers: Record<string, string>,
): Record<'get' | 'list' | 'create', () => Shot> {
  let turn = 0;
  const json = { ...headers, 'content-type': 'application/json' };
  return {
    get: () => ({ method: 'GET', path: `/api/v1/clients/${ids[(turn++ * 17) % ids.length]}`, headers }),
    list: () => ({
      method: 'GET',
      path: `/api/v1/clients?priceCategory=${CATEGORIES[turn++ % 3]}&sort=name&page=1&limit=10`,
      headers,
    }),
    create: () => ({
      method: 'POST',
      path: '/api/v1/clients',
      headers: json,
      body: JSON.stringify(clientBody(turn++)),
    }),
  };
}
