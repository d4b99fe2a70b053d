import { Schema } from 'mongoose';
import type { Store } from '#chassis/mongo.ts';
import { openRecords, type Records } from '#chassis/records.ts';
import type { Writer } from '#chassis/write.ts';
import type { Client, Contact } from './client.ts';

export type ClientRepository = Records<Client>;

const contactSchema = new Schema<Contact>(
  {
    id: { type: String, required: true },
    contactName: { type: String, default: null },
    email: { type: String, default: null },
    phoneNumber: { type: String, default: null },
    countryCode: { type: String, default: null },
  },
  { _id: false, id: false },
);

export function clientRepository(store: Store, writer: Writer): ClientRepository {
  return openRecords<Client>({
    store,
    writer,
    resource: 'Client',
    collection: 'clients',
    fields: {
      name: { type: String, required: true },
      country: { type: String, required: true },
      maxAccountValue: { type: Number, required: true },
      currency: { type: String, required: true },
      priceCategory: { type: String, default: null },
      paymentTerms: { type: String, default: null },
      contacts: { type: [contactSchema], required: true },
      billingAddress: { type: String, default: null },
      taxId: { type: String, default: null },
      ordersCount: { type: Number, required: true },
      status: { type: String, required: true },
    },
    list: { sorts: ['createdAt', 'name'], filters: ['status', 'priceCategory'], searches: ['name', 'country'] },
  });
}
