import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { viewOf } from '#chassis/domain/record.ts';
import { client, Client as PublicClient } from '#proto/product/v1/contract.ts';
import {
  archiveClient,
  type Client,
  type ClientChanges,
  type ClientDecision,
  createClient,
  restoreClient,
  updateClient,
} from '../../../../../../services/product/clients/domain/client.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-02T12:00:00.000Z');

/** Ids that say in which order they were made. */
function ids() {
  let made = 0;
  return () => `id${++made}`;
}

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
const create = (given: Parameters<typeof createClient>[0] = full) => createClient(given, 'o1', now, ids()).state;

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

test('whatever happens to a client, its revision is the sequence of its events, and each fits the contract', () => {
  const changes: fc.Arbitrary<ClientChanges> = fc.record(
    {
      name: fc.option(fc.string({ minLength: 1, maxLength: 20 })),
      taxId: fc.option(fc.string({ maxLength: 20 }).filter((text) => !text.includes('\0'))),
      priceCategory: fc.option(fc.constantFrom('high' as const, 'low' as const)),
      contacts: fc.option(fc.array(fc.record({ id: fc.constantFrom('id2', 'id3', 'x') }))),
    },
    { requiredKeys: [] },
  );
  const step = fc.oneof(
    changes.map((change) => (client: Client) => updateClient(client, change, later, ids())),
    fc.constant((client: Client) => archiveClient(client, later)),
    fc.constant((client: Client) => restoreClient(client, later)),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
      let { state } = createClient(full, 'o1', now, ids());
      for (const [index, decision] of possible(steps, state).entries()) {
        expect(decision.event.sequence).toBe(index + 2);
        expect(decision.state.revision).toBe(index + 2);
        const { previous = {}, data, type } = decision.event;
        expect(PublicClient.parse(data)).toEqual(data);
        expect(Object.keys(client.events)).toContain(type);
        expect({ ...data, ...previous, updatedAt: '' }).toEqual({ ...viewOf(state), updatedAt: '' });
        state = decision.state;
      }
    }),
  );
});

/** The decisions of the steps that are allowed, one after the other. */
function possible(steps: ((client: Client) => ClientDecision)[], start: Client): ClientDecision[] {
  const decisions: ClientDecision[] = [];
  for (const step of steps) {
    const before = decisions.at(-1)?.state ?? start;
    try {
      decisions.push(step(before));
    } catch {
      // Not allowed from here.
    }
  }
  return decisions;
}
