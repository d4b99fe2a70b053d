import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { checkRevision, viewOf } from '#chassis/domain/record.ts';
import { client, Client as PublicClient } from '#proto/product/v1/contract.ts';
import {
  archiveClient,
  type Client,
  type ClientChanges,
  type ClientDecision,
  createClient,
  deleteClient,
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

const input = { name: 'Acme', country: 'Germany', maxAccountValue: 1000.5, currency: 'EUR' };
const full = {
  ...input,
  priceCategory: 'high' as const,
  paymentTerms: 'net 30',
  contacts: [{ contactName: 'Jo', email: 'jo@acme.example' }, { contactName: 'Al' }],
  billingAddress: 'Main Street 1',
  taxId: 'DE1',
};
const create = (given: Parameters<typeof createClient>[0] = full) => createClient(given, 'o1', now, ids()).state;
const archived = () => archiveClient(create(), now).state;

describe('creating', () => {
  test('fills what was left out', () => {
    expect(createClient(input, 'o1', now, ids()).state).toEqual({
      ...input,
      id: 'id1',
      orgId: 'o1',
      priceCategory: null,
      paymentTerms: null,
      contacts: [],
      billingAddress: null,
      taxId: null,
      ordersCount: 0,
      status: 'active',
      createdAt: now,
      updatedAt: now,
      revision: 1,
    });
  });

  test('starts in the status that was named', () => {
    expect(create({ ...input, status: 'archived' }).status).toBe('archived');
  });

  test('makes the ids of contacts, whatever was sent', () => {
    const { contacts } = create({ ...input, contacts: [{ id: 'mine', email: 'a@b.example' }, {}] });
    const empty = { contactName: null, email: null, phoneNumber: null, countryCode: null };
    expect(contacts).toEqual([
      { ...empty, id: 'id2', email: 'a@b.example' },
      { ...empty, id: 'id3' },
    ]);
  });

  test('happens as client.created, with the client as it is read', () => {
    const { state, event } = createClient(full, 'o1', now, ids());
    expect(event).toEqual({ type: 'client.created', recordId: 'id1', sequence: 1, data: viewOf(state) });
  });
});

describe('updating', () => {
  const update = (changes: ClientChanges, before = create()) => updateClient(before, changes, later, ids());

  test('changes what was named and nothing else', () => {
    const before = create();
    const { state } = update({ name: 'Apex', taxId: 'DE2' }, before);
    expect(state).toEqual({ ...before, name: 'Apex', taxId: 'DE2', updatedAt: later, revision: 2 });
  });

  test.each(['priceCategory', 'paymentTerms', 'billingAddress', 'taxId'] as const)('null clears %s', (field) => {
    expect(update({ [field]: null }).state[field]).toBeNull();
  });

  test('null takes all contacts away', () => {
    expect(update({ contacts: null }).state.contacts).toEqual([]);
  });

  test.each(['name', 'country', 'maxAccountValue', 'currency'] as const)(
    'null leaves %s, which is never empty',
    (field) => {
      const before = create();
      expect(update({ [field]: null }, before).state[field]).toBe(before[field]);
    },
  );

  test('keeps the ids of contacts that it knows, makes the others, and refuses other ids', () => {
    const before = create();
    const [jo, al] = before.contacts.map(({ id }) => id);
    const { state } = updateClient(
      before,
      { contacts: [{ id: al ?? '', contactName: 'Alan' }, {}, { id: jo ?? '' }] },
      later,
      () => 'new',
    );
    expect(state.contacts.map(({ id }) => id)).toEqual([al, 'new', jo]);
    expect(state.contacts[0]).toMatchObject({ contactName: 'Alan', email: null });
    const unknown = { contacts: [{}, { id: 'unknown' }] };
    expect(() => updateClient(before, unknown, later, () => 'new')).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body', 'contacts', '1', 'id'] })] }),
    );
  });

  test('happens as client.updated, with what was different before', () => {
    const { event } = update({ name: 'Apex', country: 'Germany', taxId: null });
    expect(event).toMatchObject({ type: 'client.updated', sequence: 2, previous: { name: 'Acme', taxId: 'DE1' } });
  });
});

describe('moving', () => {
  test.each([
    ['archive', archiveClient, create, 'archived', 'client.archived', 'active'],
    ['restore', restoreClient, archived, 'active', 'client.restored', 'archived'],
  ] as const)('%s leads on', (_name, move, from, to, type, previous) => {
    const before = from();
    const { state, event } = move(before, later);
    expect(state).toEqual({ ...before, status: to, updatedAt: later, revision: before.revision + 1 });
    expect(event).toMatchObject({ type, sequence: state.revision, previous: { status: previous } });
  });

  test.each([
    ['archive', archiveClient, archived, 'Client is archived; allowed: restore'],
    ['restore', restoreClient, create, 'Client is active; allowed: archive'],
  ] as const)('%s is refused where it leads nowhere, naming what is allowed', (_name, move, from, message) => {
    expect(() => move(from(), later)).toThrow(expect.objectContaining({ code: 'invalid_transition', message }));
  });
});

describe('deleting', () => {
  test.each([
    ['active', create],
    ['archived', archived],
  ])('works from %s, and says what was there', (_status, from) => {
    const before = from();
    const { event } = deleteClient(before);
    const expected = { type: 'client.deleted', recordId: before.id, sequence: before.revision + 1 };
    expect(event).toEqual({ ...expected, data: viewOf(before) });
  });
});

test.each([
  [undefined, true],
  [1, true],
  [0, false],
  [2, false],
])('a caller that expects revision %s of revision 1 may go on: %s', (expected, mayGoOn) => {
  const check = () => checkRevision('Client', create(), expected);
  if (mayGoOn) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'version_mismatch' }));
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
