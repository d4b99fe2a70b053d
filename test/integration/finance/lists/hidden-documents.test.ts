import { describe, expect, test } from '@jest/globals';
import { hiddenDocuments } from '../../../../services/finance/hidden-documents.ts';
import { type Caller, caller, query } from '../../../support/service/callers.ts';
import { noted, ordered } from '../delivery-note-scene.ts';
import { callerOfClient, openFinance } from '../finance-service.ts';
import { invoiced } from '../invoice-scene.ts';

/** A client never reads a document that was never issued to it (decisions 3: What a client may read). */

const finance = await openFinance();
const { orders, invoices, deliveryNotes } = finance;

interface Kind {
  collection: string;
  make(who: Caller, clientId: string, status?: string): Promise<{ id: string }>;
  issue(who: Caller, id: string): Promise<unknown>;
  cancel(who: Caller, id: string): Promise<unknown>;
  get(who: Caller, id: string): Promise<{ record?: object | null }>;
  list(who: Caller, filter: object): Promise<{ data: { id: string }[]; total: number }>;
}

const kinds: Record<string, Kind> = {
  'a sales order': {
    collection: 'orders',
    make: (who, clientId, status = 'draft') => ordered(finance, who, { clientId, status }),
    issue: (who, id) => orders.confirmOrder({ id }, who),
    cancel: (who, id) => orders.cancelOrder({ id }, who),
    get: (who, id) => orders.getOrder({ id }, who),
    list: (who, filter) => orders.listOrders({ ...query(), ...filter }, who),
  },
  'an invoice': {
    collection: 'invoices',
    make: (who, clientId, status = 'draft') => invoiced(finance, who, { clientId, status, invoiceNumber: newNumber() }),
    issue: (who, id) => invoices.issueInvoice({ id }, who),
    cancel: (who, id) => invoices.cancelInvoice({ id }, who),
    get: (who, id) => invoices.getInvoice({ id }, who),
    list: (who, filter) => invoices.listInvoices({ ...query(), ...filter }, who),
  },
  'a delivery note': {
    collection: 'delivery_notes',
    make: async (who, clientId, status = 'draft') =>
      noted(finance, who, (await ordered(finance, who, { clientId })).id, { status }),
    issue: (who, id) => deliveryNotes.readyDeliveryNote({ id }, who),
    cancel: (who, id) => deliveryNotes.cancelDeliveryNote({ id }, who),
    get: (who, id) => deliveryNotes.getDeliveryNote({ id }, who),
    list: (who, filter) => deliveryNotes.listDeliveryNotes({ ...query(), ...filter }, who),
  },
};

let numbers = 0;
const newNumber = () => `HD-${++numbers}`;

describe.each(Object.entries(kinds))('%s that was cancelled', (_, { collection, make, issue, cancel, get, list }) => {
  /** Two orgs have the same numbers, and a client of each has the same documents. */
  async function scene() {
    const who = caller();
    const clientId = finance.product.client().id;
    const buyer = callerOfClient(who, clientId);
    const [draft, issued] = [await make(who, clientId), await make(who, clientId)];
    await issue(who, issued.id);
    for (const { id } of [draft, issued]) await cancel(who, id);
    const born = await make(who, clientId, 'cancelled');
    return { who, buyer, never: [draft.id, born.id], issued: issued.id };
  }

  test('is shown to its client only if it was issued before', async () => {
    numbers = 0;
    const one = await scene();
    numbers = 0;
    const other = await scene();
    for (const { who, buyer, never, issued } of [one, other]) {
      for (const filter of [{}, { status: 'cancelled' }, { status: 'draft,cancelled' }]) {
        expect(await list(buyer, filter)).toMatchObject({ data: [{ id: issued }], total: 1 });
      }
      expect((await get(buyer, issued)).record).not.toHaveProperty('cancelledAsDraft');
      for (const id of never) {
        await expect(get(buyer, id)).rejects.toMatchObject({ code: 'not_found' });
        await expect(get(who, id)).resolves.toMatchObject({ record: { id } });
      }
      expect(await list(who, { status: 'cancelled' })).toMatchObject({ total: 3 });
    }
    await expect(get(one.buyer, other.issued)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('by an earlier version is hidden unless something shows that it was issued', async () => {
    const { buyer, issued, never } = await scene();
    const stored = finance.store.connection.collection<{ _id: string }>(collection);
    await stored.updateMany({ _id: { $in: [...never, issued] } }, { $unset: { cancelledAsDraft: '' } });
    const proof = { orders: { currentVersion: 2 }, invoices: { isNumbered: true } }[collection];
    if (proof) await stored.updateOne({ _id: issued }, { $set: proof });
    expect(await hiddenDocuments.apply(finance.store.connection)).toBe(3);
    expect(await hiddenDocuments.apply(finance.store.connection)).toBe(0);
    const { data } = await list(buyer, {});
    expect(data.map(({ id }) => id)).toEqual(proof ? [issued] : []);
  });
});
