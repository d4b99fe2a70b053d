import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  BankStatementPatch,
  DeliveryNotePatch,
  InvoicePatch,
  ManagementAccountPatch,
  PurchaseOrderPatch,
  SalesOrderPatch,
} from '#proto/finance/v1/contract.ts';
import { OrgPatch } from '#proto/identity/v1/contract.ts';
import { WebhookPatch } from '#proto/notification/v1/contract.ts';
import {
  BomLineItemPatch,
  BomPatch,
  ClientPatch,
  MaterialPatch,
  StylePatch,
  SupplierPatch,
} from '#proto/product/v1/contract.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/*
 * A field that a rule forgets to change is a PATCH that answers 200 and changes nothing. So every field of every PATCH has a
 * line here, with a value that no new record has; a field that is added to a contract needs one.
 */

let system: Tenant;
let token: string;
beforeAll(async () => {
  system = await openTenant();
  token = await system.login();
}, 120_000);
afterAll(() => system.close(), 30_000);

type Json = Record<string, unknown>;

async function call(method: string, path: string, body?: object): Promise<Json & { id: string }> {
  const response = await system.call(token, method, `/api/v1/${path}`, body);
  const json = (await response.json()) as Json & { id: string };
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(json)}`);
  return json;
}

const CLIENT = { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' };
const made = async (resource: string, body: object) => (await call('POST', resource, body)).id;
const client = () => made('clients', CLIENT);
const supplier = () => made('suppliers', { name: 'Weavers' });
const style = () => made('styles', { name: 'Parka' });
const bom = async () => made('bom', { styleId: await style() });

interface Resource {
  patch: { shape: object };
  /** Makes one, and says where it is. */
  create(): Promise<string>;
  /** The values of each field. */
  values(): Promise<Json> | Json;
  /** Fields that an answer does not show. */
  hidden?: readonly string[];
}

const resources: Record<string, Resource> = {
  client: {
    patch: ClientPatch,
    create: async () => `clients/${await client()}`,
    values: () => ({
      ...{ name: 'Other', country: 'PT', maxAccountValue: 2, currency: 'USD', priceCategory: 'low' },
      ...{ paymentTerms: '30 days', billingAddress: 'Rua do Cais 1', taxId: 'PT1', contacts: [{ contactName: 'Ana' }] },
    }),
  },
  supplier: {
    patch: SupplierPatch,
    create: async () => `suppliers/${await supplier()}`,
    values: () => ({
      ...{ name: 'Other', country: 'PT', currency: 'USD', email: 'a@example.com', phoneNumber: '1', leadTimeDays: 3 },
    }),
  },
  material: {
    patch: MaterialPatch,
    create: async () => `materials/${await made('materials', { name: 'Denim' })}`,
    values: async () => ({
      ...{ name: 'Twill', type: 'fabric', unit: 'm', refId: 'M-1', description: 'Blue', composition: 'Cotton' },
      ...{ color: 'Navy', widthCm: 150, weightGsm: 300, supplierId: await supplier(), costInNativeCurrency: 2.5 },
      ...{ nativeCurrency: 'USD', leadTimeDays: 3, moq: 100, skus: [{ color: 'Navy', size: 'M', code: 'T-1' }] },
    }),
  },
  style: {
    patch: StylePatch,
    create: async () => `styles/${await style()}`,
    values: async () => ({
      ...{ name: 'Jacket', refId: 'S-1', clientId: await client(), picture: 'https://example.com/1.png' },
      ...{ description: 'Warm', colors: ['Navy'], sizes: ['M'] },
    }),
  },
  BOM: {
    patch: BomPatch,
    create: async () => `bom/${await bom()}`,
    values: async () => ({ styleId: await style() }),
  },
  'line of a BOM': {
    patch: BomLineItemPatch,
    async create() {
      const lines = `bom/${await bom()}/versions/1/line-items`;
      return `${lines}/${await made(lines, { grossConsumption: 1 })}`;
    },
    async values() {
      const { id: materialId, skus } = await call('POST', 'materials', { name: 'Denim', skus: [{ code: 'D-1' }] });
      const options = [{ materialId, supplierId: await supplier(), priority: 1 }];
      return {
        ...{ grossConsumption: 2, sellingTolerance: 5, netSellingConsumption: 2.1, buyingTolerance: 6 },
        ...{ netBuyingConsumption: 2.12, materialCostInNativeCurrency: 3, nativeCurrency: 'USD', materialCostInUsd: 4 },
        ...{ estimatedMaterialPreparationLeadTime: 7, assignedMaterialOptions: options, category: 'Fabric' },
        ...{ description: 'Shell', unit: 'm', chosenAssignedMaterialId: materialId },
        chosenAssignedSkuId: (skus as { id: string }[])[0]?.id,
      };
    },
  },
  'sales order': {
    patch: SalesOrderPatch,
    create: async () => `orders/${await made('orders', { clientId: await client() })}`,
    values: async () => ({
      ...{ clientId: await client(), currency: 'USD', orderDate: '2026-01-31', requestedDeliveryDate: '2026-03-01' },
      ...{ taxRate: 23, notes: 'Urgent', lineItems: [{ styleId: await style(), qty: 2, unitPrice: 3.5 }] },
    }),
  },
  'delivery note': {
    patch: DeliveryNotePatch,
    async create() {
      const salesOrderId = await made('orders', { clientId: await client() });
      return `delivery-notes/${await made('delivery-notes', { salesOrderId })}`;
    },
    values: () => ({
      ...{ shippingDate: '2026-03-01', actualShipDate: '2026-03-02', carrier: 'DSV', trackingNumber: 'T-1' },
      ...{ destinationAddress: 'Rua do Cais 1', notes: 'Urgent', lineItems: [{ description: 'Parka', qty: 2 }] },
    }),
  },
  invoice: {
    patch: InvoicePatch,
    create: async () => `invoices/${await made('invoices', { invoiceNumber: code(), currency: 'EUR' })}`,
    async values() {
      const clientId = await client();
      return {
        ...{ salesOrderId: await made('orders', { clientId }), clientId, invoiceNumber: code(), currency: 'USD' },
        ...{ invoiceType: 'deposit', subtotal: 100, taxRate: 23, taxAmount: 23, totalAmount: 123, notes: 'Urgent' },
        ...{ issuedDate: '2026-03-01', dueDate: '2026-03-31', lineItems: [{ description: 'Parka', amount: 2 }] },
      };
    },
  },
  'purchase order': {
    patch: PurchaseOrderPatch,
    async create() {
      const body = { supplierId: await supplier(), currency: 'EUR' };
      return `purchase-orders/direct-cost/${await made('purchase-orders/direct-cost', body)}`;
    },
    values: async () => ({
      ...{ supplierId: await supplier(), currency: 'USD', orderDate: '2026-01-31', expectedDeliveryDate: '2026-03-01' },
      ...{ supplierRefPO: 'S-1', linkedMrId: 'MR-1', taxRate: '23', adjustment: '-1.50', notes: 'Urgent' },
      items: [{ description: 'Twill', qty: '10', unitPrice: '2.5' }],
    }),
  },
  'bank statement': {
    patch: BankStatementPatch,
    create: async () => `bank-statements/${await made('bank-statements', { accountNumber: 'PT50' })}`,
    values: () => ({
      ...{ bankName: 'Banco do Porto', accountNumber: 'PT51', currency: 'EUR', statementDate: '2026-01-31' },
      ...{ transactionDate: '2026-01-30', balance: 12.5, amount: -3, description: 'January' },
      fileUrl: 'https://example.com/january.csv',
    }),
  },
  'management account': {
    patch: ManagementAccountPatch,
    create: async () => `management-accounts/${await made('management-accounts', { code: code(), name: 'Freight' })}`,
    values: async () => ({
      ...{ code: code(), name: 'Duties', category: 'Costs', type: 'expense', description: 'At the border' },
      parentId: await made('management-accounts', { code: code(), name: 'All' }),
    }),
  },
  webhook: {
    patch: WebhookPatch,
    create: async () => `webhooks/${await made('webhooks', { url: 'https://example.com/1', events: ['client.*'] })}`,
    values: async () => ({
      ...{ url: 'https://example.com/2', events: ['style.*'], description: 'Second', is_active: false },
      secret: 'at least sixteen characters',
    }),
    hidden: ['secret'],
  },
  org: {
    patch: OrgPatch,
    create: async () => `orgs/${await made('orgs', { name: 'Elsewhere' })}`,
    values: () => ({
      ...{ name: 'Other', legal_name: 'Other Lda', address: 'Rua do Cais 1', tax_id: 'PT1' },
      ...{ time_zone: 'Europe/Lisbon', default_currency: 'DKK' },
    }),
  },
};

let codes = 0;
const code = () => `F-${++codes}`;

/** The fields that the record must have before the field can have its value. */
const together: Record<string, readonly string[]> = {
  netSellingConsumption: ['grossConsumption', 'sellingTolerance'],
  netBuyingConsumption: ['grossConsumption', 'buyingTolerance'],
  chosenAssignedMaterialId: ['assignedMaterialOptions'],
  chosenAssignedSkuId: ['assignedMaterialOptions', 'chosenAssignedMaterialId'],
};

describe.each(Object.entries(resources))('a %s', (_name, { patch, create, values, hidden = [] }) => {
  test('has a line here for every field that can be changed', async () => {
    expect(Object.keys(await values()).sort()).toEqual(Object.keys(patch.shape).sort());
  });

  test('keeps each field that is changed alone', async () => {
    const [path, wanted, lost] = [await create(), await values(), [] as unknown[]];
    for (const field of Object.keys(wanted)) {
      const fields = [field, ...(together[field] ?? [])];
      await call('PATCH', path, Object.fromEntries(fields.map((name) => [name, wanted[name]])));
      if (hidden.includes(field)) continue;
      const after = await call('GET', path);
      try {
        expect(after).toMatchObject({ [field]: wanted[field] });
      } catch {
        lost.push([field, wanted[field], after[field]]);
      }
    }
    expect(lost).toEqual([]);
  }, 60_000);
});
