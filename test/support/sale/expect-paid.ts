import { expect } from '@jest/globals';
import { eventually } from '../eventually.ts';
import type { Receiver } from '../receiver.ts';
import type { Instance } from '../system/instance.ts';
import { ORDERED, type Sale, TOTAL } from './sell.ts';

interface Event {
  id: string;
  type: string;
  sequence: number;
  data: { id: string; status?: string };
}

/** The org of a sale. Its receiver gets all events of the org. */
export interface Witness {
  system: Instance;
  token: string;
  receiver: Receiver;
}

/** Expects that the sale is paid, and that the receiver gets all its events, in order for each record. */
export async function expectPaid(sale: Sale & { suggested: string[] }, witness: Witness): Promise<void> {
  const { order, notes, invoice, statement, eventIds, suggested } = sale;
  const read = <T>(path: string) => readPatiently<T>(witness, path);
  // Other invoices of the same amount may follow in the list.
  expect(suggested[0]).toBe(invoice);
  expect(await read(`/invoices/${invoice}`)).toMatchObject({
    status: 'paid',
    totalAmount: TOTAL,
    paidAmount: TOTAL,
    remainingBalance: 0,
  });
  const { data: payments } = await read<{ data: object[] }>(`/invoices/${invoice}/payments`);
  expect(payments).toEqual([expect.objectContaining({ amount: TOTAL })]);
  expect(await read(`/orders/${order}`)).toMatchObject({
    status: 'shipped',
    totalAmount: TOTAL,
    lineItems: ORDERED.map((qty) => ({ shippedQty: qty, invoicedQty: qty })),
  });
  const { lines } = await read<{ lines: object[] }>(`/bank-statements/${statement}`);
  expect(lines).toEqual([
    expect.objectContaining({ matchStatus: 'matched', matchedTransferId: invoice, amount: TOTAL }),
  ]);
  await eventually(() => {
    const heard = eventsOf(witness.receiver);
    expect(eventIds.filter((id) => !heard.has(id))).toEqual([]);
    const typesOf = (id: string) => typesIn(heard, id);
    expect(typesOf(order)).toEqual(
      ['created', 'confirmed', 'started', 'shipped', 'shipped', 'updated'].map(of('order')),
    );
    for (const note of notes) expect(typesOf(note)).toEqual(['created', 'ready', 'shipped'].map(of('delivery_note')));
    expect(typesOf(invoice)).toEqual(['created', 'issued', 'paid'].map(of('invoice')));
    expect(typesOf(statement)).toEqual(['created', 'line_matched'].map(of('bank_statement')));
  }, 60_000);
}

const of = (resource: string) => (what: string) => `${resource}.${what}`;

/** The received events by id. An event that was delivered twice counts once. */
const eventsOf = ({ requests }: Receiver) =>
  new Map(requests.map(({ body }) => JSON.parse(body) as Event).map((one) => [one.id, one]));

/** Types of the events of a record, in order of their sequence. */
function typesIn(heard: ReadonlyMap<string, Event>, recordId: string): string[] {
  const own = [...heard.values()].filter(({ data }) => data.id === recordId);
  return own.sort((one, other) => one.sequence - other.sequence).map(({ type }) => type);
}

/** Reads until the answer is 200: after a restart, a process may not yet be connected to all others. */
function readPatiently<T>({ system, token }: Witness, path: string): Promise<T> {
  return eventually(() => system.json<T>(token, 'GET', `/api/v1${path}`)) as Promise<T>;
}
