import { deepStrictEqual } from 'node:assert/strict';
import { resources, type StandardResource } from '#proto/common/v1/resources.contract.ts';
import { eventually } from '../eventually.ts';
import type { Login } from '../system/instance.ts';

/** Values of the names in braces that requests of the reference have: `client_id`. */
export type Values = Record<string, string>;

/** A system, as the makers of records use it. */
export interface Workshop {
  /** A successful request of the admin; answers the record. */
  make(path: string, body?: object, method?: string, orgId?: string): Promise<Made>;
  login(user: Login): Promise<string>;
  /** The token in the newest mail to `email` with a link to the page. */
  mailedToken(email: string, page: string): Promise<string>;
  orgId: string;
}

export interface Made {
  id: string;
  email: string;
  key: string;
  event_id: string;
  skus: { id: string }[];
  lineItems: { id: string }[];
  items: { id: string }[];
  lines: { id: string }[];
  data: { id: string }[];
}

type Maker = () => Promise<Values>;

export interface Makers {
  /** New records for every name in braces that the text has, unless `values` has it already. */
  valuesFor(text: string, values?: Values): Promise<Values>;
  /** By operation: the records that its samples need, where a new record is not enough. */
  prepared: Record<string, Maker>;
}

const standard: StandardResource[] = resources.filter((resource) => 'requests' in resource);
/** The name of the resource's id in the braces of examples: `sales_order_id`. */
const idOf = ({ title }: { title: string }) => `${title.toLowerCase().replaceAll(' ', '_')}_id`;
/** The names of ids of which a walk needs a record. */
export const ALL_IDS = [...resources.map(idOf), 'user_id', 'delivery_id', 'api_key_id'];

const PASSWORD = 'nine brown hens by the gate';

export function makersOf({ make, login, mailedToken, orgId }: Workshop): Makers {
  let numbers = 0;
  const idAs = (name: string, path: string, body: () => object | Promise<object>) => async () => ({
    [name]: (await make(path, await body())).id,
  });

  const newUser = () => make('users', { email: `member${++numbers}@example.com`, role: 'staff', password: PASSWORD });
  /** A user who is logged in. */
  const member = async () => {
    const { id: member_id, email } = await newUser();
    return { member_id, token: await login({ email, password: PASSWORD }), password: PASSWORD };
  };
  const client = idAs('client_id', 'clients', () => ({
    ...{ name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'DKK' },
  }));
  const supplier = idAs('supplier_id', 'suppliers', () => ({ name: 'Weavers' }));
  const material = async () => {
    const { id, skus } = await make('materials', { name: 'Denim', skus: [{ code: 'D-1' }] });
    return { material_id: id, material_sku_id: String(skus[0]?.id) };
  };
  const account = (fields: object = {}) =>
    idAs('management_account_id', 'management-accounts', () => ({ code: `A-${++numbers}`, name: 'Duty', ...fields }))();
  const webhook = idAs('webhook_id', 'webhooks', () => ({ url: 'https://example.com/first', events: ['style.*'] }));
  const apiKey = idAs('api_key_id', 'api-keys', () => ({ org_id: orgId, name: 'Scanner' }));
  const style = async () => {
    const { id, skus } = await make('styles', { name: 'Parka', colors: ['Blue'], sizes: ['XS', 'XL'] });
    return { style_id: id, sku_id: String(skus[0]?.id), other_sku_id: String(skus[1]?.id) };
  };
  const bom = async (...moves: ('submit' | 'versions')[]) => {
    const { id } = await make('bom', { styleId: (await style()).style_id });
    const line = await make(`bom/${id}/versions/1/line-items`, { grossConsumption: 1 });
    for (const move of moves) await make(`bom/${id}/${move}`);
    return { bom_id: id, line_item_id: line.id };
  };
  /** A draft, unless it is moved on; so are the documents below. */
  const order = async (...moves: string[]) => {
    const lines = [{ description: 'Samples', qty: 100 }];
    const { client_id: clientId = '' } = await client();
    const { id, lineItems } = await make('orders', { clientId, lineItems: lines });
    for (const move of moves) await make(`orders/${id}/${move}`);
    return { sales_order_id: id, sales_order_line_item_id: String(lineItems[0]?.id), order_client_id: clientId };
  };
  /** A confirmed order with a material to buy. The approval of its BOM arrives at finance within 5 s. */
  const needingOrder = async () => {
    const { supplier_id: supplierId = '' } = await supplier();
    const { material_id: materialId = '' } = await material();
    const { style_id: styleId = '' } = await style();
    const { id: bomId } = await make('bom', { styleId });
    await make(`bom/${bomId}/versions/1/line-items`, {
      ...{ grossConsumption: 1, chosenAssignedMaterialId: materialId },
      assignedMaterialOptions: [{ materialId, supplierId, cost: 2, currency: 'EUR' }],
    });
    for (const move of ['submit', 'approve']) await make(`bom/${bomId}/${move}`);
    const { client_id: clientId = '' } = await client();
    const order = await make('orders', { clientId, lineItems: [{ styleId, qty: 100 }] });
    await make(`orders/${order.id}/confirm`);
    await eventually(async () => {
      const { data } = await make(`material-requirements?orders=${order.id}`, undefined, 'GET');
      deepStrictEqual(
        (data as { problem?: null }[]).map(({ problem }) => problem),
        [null],
      );
    });
    return { sales_order_id: order.id };
  };
  const deliveryNote = async (...moves: string[]) => {
    const { id } = await make('delivery-notes', { salesOrderId: (await order('confirm')).sales_order_id });
    for (const move of moves) await make(`delivery-notes/${id}/${move}`);
    return { delivery_note_id: id };
  };
  const invoice = async (...moves: ('issue' | 'pay')[]) => {
    const { sales_order_id: salesOrderId } = await order();
    const { id } = await make('invoices', { invoiceNumber: `I-${++numbers}`, salesOrderId, totalAmount: 10_000 });
    for (const move of moves) await make(`invoices/${id}/${move}`, move === 'pay' ? { amount: 1 } : undefined);
    return { invoice_id: id };
  };
  /** An issued invoice without an order; `fields` may make a credit note of it. */
  const issued = async (clientId: string, fields: object = {}) => {
    const about = { invoiceNumber: `I-${++numbers}`, clientId, totalAmount: 10_000, status: 'issued' };
    return (await make('invoices', { ...about, ...fields })).id;
  };
  const allocation = async () => {
    const { client_id: clientId = '' } = await client();
    return {
      invoice_id: await issued(clientId, { invoiceType: 'credit_note' }),
      paid_invoice_id: await issued(clientId),
    };
  };
  const payment = async () => {
    const { invoice_id } = await invoice('issue', 'pay');
    const { data } = await make(`invoices/${invoice_id}/payments`, undefined, 'GET');
    return { invoice_id, payment_id: String(data[0]?.id) };
  };
  const purchaseOrder = async (...moves: ('approve' | 'issue' | 'receive')[]) => {
    const path = 'purchase-orders/direct-cost';
    const items = [{ description: 'Cotton', qty: '300', unitPrice: '6.4' }];
    const order = await make(path, { supplierId: (await supplier()).supplier_id, currency: 'EUR', items });
    const item = { id: String(order.items[0]?.id), qty: '1' };
    for (const move of moves)
      await make(`${path}/${order.id}/${move}`, move === 'receive' ? { items: [item] } : undefined);
    return { purchase_order_id: order.id, purchase_order_item_id: item.id };
  };
  const bankStatement = async (lines: object[] = [{ credit: ++numbers }]) => {
    const made = await make('bank-statements', { accountNumber: `PT${++numbers}`, currency: 'EUR', lines });
    return { bank_statement_id: made.id, bank_line_id: String(made.lines[0]?.id) };
  };
  const ignoredLine = async () => {
    const values = await bankStatement();
    await make(`bank-statements/${values.bank_statement_id}/lines/${values.bank_line_id}/ignore`);
    return values;
  };
  /** A delivery that fails: nobody listens at the address. */
  const failedDelivery = async () => {
    const { id: webhook_id } = await make('webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['client.*'] });
    const { id, event_id } = await make(`webhooks/${webhook_id}/test`);
    return { webhook_id, delivery_id: id, event_id };
  };
  const archived = (path: string, maker: Maker) => async () => {
    const values = await maker();
    await make(`${path}/${Object.values(values)[0]}/archive`);
    return values;
  };

  const makers: Record<string, Maker> = {
    client_id: client,
    supplier_id: supplier,
    material_id: material,
    material_sku_id: material,
    style_id: style,
    sku_id: style,
    other_sku_id: style,
    bom_id: bom,
    line_item_id: bom,
    sales_order_id: order,
    sales_order_line_item_id: order,
    order_client_id: order,
    delivery_note_id: deliveryNote,
    invoice_id: invoice,
    paid_invoice_id: async () => ({ paid_invoice_id: await issued((await client()).client_id ?? '') }),
    payment_id: payment,
    purchase_order_id: purchaseOrder,
    purchase_order_item_id: purchaseOrder,
    bank_statement_id: bankStatement,
    bank_line_id: bankStatement,
    management_account_id: account,
    parent_account_id: async () => ({ parent_account_id: String((await account()).management_account_id) }),
    org_id: idAs('org_id', 'orgs', () => ({ name: 'Elsewhere' })),
    user_id: async () => ({ user_id: (await newUser()).id }),
    webhook_id: webhook,
    delivery_id: failedDelivery,
    event_id: failedDelivery,
    api_key_id: apiKey,
  };
  const least = ({ plain, title }: StandardResource) =>
    Object.fromEntries(
      Object.entries(plain).flatMap(([name, kind]) => (kind === 'required' ? [[name, `${title} ${++numbers}`]] : [])),
    );
  // A standard resource without a maker has a record with only the required fields.
  for (const resource of standard)
    makers[idOf(resource)] ??= idAs(idOf(resource), resource.path, () => least(resource));
  const restores = standard
    .filter(({ moves }) => 'restore' in moves)
    .map((resource) => [`restore${resource.message}`, archived(resource.path, makers[idOf(resource)] as Maker)]);

  return {
    async valuesFor(text, values = {}) {
      const found = { ...values };
      for (const [name, maker] of Object.entries(makers))
        if (text.includes(`{${name}}`) && !found[name]) Object.assign(found, await maker());
      return found;
    },
    prepared: {
      ...Object.fromEntries(restores),
      activateManagementAccount: () => account({ status: 'inactive' }),
      startSalesOrder: () => order('confirm'),
      shipSalesOrder: () => order('confirm', 'start'),
      completeSalesOrder: () => order('confirm', 'start', 'ship'),
      shipDeliveryNote: () => deliveryNote('ready'),
      deliverDeliveryNote: () => deliveryNote('ready', 'ship'),
      updateInvoice: idAs('invoice_id', 'invoices', () => ({ invoiceNumber: `I-${++numbers}`, currency: 'EUR' })),
      payInvoice: () => invoice('issue'),
      allocateInvoice: allocation,
      createRequiredPurchaseOrders: needingOrder,
      issuePurchaseOrder: () => purchaseOrder('approve'),
      receivePurchaseOrder: () => purchaseOrder('approve', 'issue'),
      closePurchaseOrder: () => purchaseOrder('approve', 'issue', 'receive'),
      updateBankStatement: () => bankStatement([]),
      matchBankLine: async () => ({
        ...(await bankStatement([{ debit: ++numbers }])),
        ...(await purchaseOrder('approve')),
      }),
      unmatchBankLine: ignoredLine,
      redeliverWebhookDelivery: failedDelivery,
      approveBom: () => bom('submit'),
      rejectBom: () => bom('submit'),
      compareBomVersions: () => bom('versions'),
      async resetPassword() {
        const { id: member_id, email } = await newUser();
        await make('auth/reset-password-request', { email });
        return { member_id, mailed_token: await mailedToken(email, 'reset-password') };
      },
      async acceptInvitation() {
        const { email } = await make('users', { email: `invited${++numbers}@example.com`, role: 'staff' });
        return { invited_email: email, mailed_token: await mailedToken(email, 'accept-invitation') };
      },
      changePassword: member,
      logout: member,
    },
  };
}
