import type { Response } from 'undici';
import { camtFile } from '../../../deploy/local/seed/camt.ts';
import { persistently } from '../persistently.ts';
import type { Instance } from '../system/instance.ts';

/**
 * Ids of the records of a sale, from the client's order to the payment in the bank statement. The public API creates
 * all of them.
 */
export interface Sale {
  order: string;
  notes: string[];
  invoice: string;
  statement: string;
  /** X-Event-Id of every write. */
  eventIds: string[];
}

export interface Seller {
  system: Instance;
  token: string;
  /** URLs of the gateways. The calls are sent to them in turn. */
  gateways: string[];
  /** Part of all numbers and names that must be unique. */
  name: string;
  /** Called before each write, with the number of earlier writes. A test uses it to start outages between writes. */
  meanwhile?(writes: number): void;
}

/** Ordered pieces of each size, and pieces in the first delivery note. */
export const ORDERED = [40, 25];
const FIRST_DROP = [25, 10];
const UNIT_PRICE = 19.99;
const TAX_RATE = 23;
/** 65 × 19.99 = 799.60 + 499.75 = 1299.35. The tax is 23 % of it: 298.8505, rounded to 298.85. */
export const TOTAL = 1598.2;
/** Number of writes of a sale. */
export const WRITES = 15;

interface Written {
  id: string;
}

interface Order extends Written {
  lineItems: { id: string; qty: number }[];
}

interface Imported {
  statements: string[];
  lines: { id: string; status: string; suggestions: { type: string; id: string }[] }[];
}

/** Makes a sale. Each write has an Idempotency-Key, and is repeated until the answer is 200. */
export async function sell(seller: Seller): Promise<Sale & { suggested: string[] }> {
  const caller = new Caller(seller);
  const client = await caller.post<Written>('/clients', {
    name: `Client of ${seller.name}`,
    country: 'Portugal',
    maxAccountValue: 5_000,
    currency: 'EUR',
  });
  const style = await caller.post<{ skus: Written[] }>('/styles', {
    name: `Style of ${seller.name}`,
    colors: ['indigo'],
    sizes: ['M', 'L'],
  });
  const order = await caller.post<Order>('/orders', {
    clientId: client.id,
    taxRate: TAX_RATE,
    lineItems: style.skus.map(({ id }, index) => ({ skuId: id, qty: ORDERED[index], unitPrice: UNIT_PRICE })),
  });
  await caller.post(`/orders/${order.id}/confirm`);
  await caller.post(`/orders/${order.id}/start`);
  const notes = [await ship(caller, order, FIRST_DROP), await ship(caller, order, ORDERED.map(remaining))];
  const invoiceNumber = `INV-${seller.name}`;
  const invoice = await caller.post<Written>('/invoices', {
    invoiceNumber,
    salesOrderId: order.id,
    linesFrom: 'shipped',
  });
  await caller.post(`/invoices/${invoice.id}/issue`);
  const { statements, lines } = await caller.import<Imported>(paymentOf(invoiceNumber, `PT-${seller.name}`));
  const [line] = lines;
  const statement = statements[0] ?? '';
  await caller.post(`/bank-statements/${statement}/lines/${line?.id}/match`, { type: 'invoice', id: invoice.id });
  const suggested = (line?.suggestions ?? []).map(({ id }) => id);
  return { order: order.id, notes, invoice: invoice.id, statement, eventIds: caller.eventIds, suggested };
}

const remaining = (ordered: number, index: number) => ordered - (FIRST_DROP[index] as number);

async function ship(caller: Caller, { id, lineItems }: Order, quantities: number[]): Promise<string> {
  const note = await caller.post<Written>('/delivery-notes', {
    salesOrderId: id,
    lineItems: lineItems.map((line, index) => ({ salesOrderLineItemId: line.id, qty: quantities[index] })),
  });
  await caller.post(`/delivery-notes/${note.id}/ready`);
  await caller.post(`/delivery-notes/${note.id}/ship`, { carrier: 'Sado Freight' });
  return note.id;
}

/** A bank statement (camt.053) with one payment. */
function paymentOf(reference: string, account: string): string {
  const line = { date: '2027-08-01', amount: TOTAL, referenceNo: reference, description: `Payment of ${reference}` };
  return camtFile(account, [{ accountNumber: account, currency: 'EUR', date: '2027-08-02', lines: [line] }]);
}

class Caller {
  readonly eventIds: string[] = [];
  readonly #seller: Seller;
  #writes = 0;

  constructor(seller: Seller) {
    this.#seller = seller;
  }

  post<T>(path: string, body?: object): Promise<T> {
    const { system, token } = this.#seller;
    return this.#write(path, (url, key) => system.call(token, 'POST', url, body, key));
  }

  import<T>(file: string): Promise<T> {
    const { system, token } = this.#seller;
    const more = { authorization: `Bearer ${token}`, 'content-type': 'application/xml' };
    return this.#write('/bank-statements/import', (url, key) =>
      system.fetch(url, { method: 'POST', headers: { ...key, ...more }, body: file }),
    );
  }

  async #write<T>(path: string, send: (url: string, key: Record<string, string>) => Promise<Response>): Promise<T> {
    const { meanwhile, name, gateways } = this.#seller;
    meanwhile?.(this.#writes);
    const key = { 'idempotency-key': `${name} ${this.#writes++}` };
    const url = `${gateways[this.#writes % gateways.length] ?? ''}/api/v1${path}`;
    const { eventId, text } = await persistently(() => send(url, key));
    if (eventId !== null) this.eventIds.push(eventId);
    return JSON.parse(text) as T;
  }
}
