/** A route that writes. */
export interface Write {
  route: string;
  /** Name of the action in the log. */
  action: string;
  /** Made when its turn has come; text is CSV. */
  body?(): object | string | Promise<object>;
  query?: string;
  /** The writer; default the first admin. */
  as?: 'member' | 'nobody';
}

/** The records that the writes are about. */
export interface Scene {
  newClient(): Promise<string>;
  newSupplier(): Promise<string>;
  /** Confirmed. */
  newOrder(): Promise<string>;
  issuedInvoice(): Promise<string>;
  /** Number of an invoice. */
  newNumber(): string;
  /** Items of the purchase order that was made last. */
  items(): readonly { id: string }[];
}

/** All that is done to finance's records. */
export const writesOfFinance = (scene: Scene): Write[] => [
  ...writesOfOrder(scene),
  ...writesOfDeliveryNote(scene),
  ...writesOfInvoice(scene),
  ...writesOfPurchaseOrder(scene),
  ...writesOfBankStatement(scene),
  ...writesOfAccount(),
];

function writesOfOrder({ newClient }: Scene): Write[] {
  const path = '/api/v1/orders';
  const ordered = async () => ({ clientId: await newClient() });
  return [
    { route: `POST ${path}`, action: 'order.created', body: ordered },
    { route: `PATCH ${path}/{id}`, action: 'order.updated', body: () => ({ notes: 'Urgent' }) },
    { route: `POST ${path}/{id}/confirm`, action: 'order.confirmed' },
    { route: `POST ${path}/{id}/start`, action: 'order.started' },
    { route: `POST ${path}/{id}/ship`, action: 'order.shipped' },
    { route: `POST ${path}/{id}/complete`, action: 'order.completed' },
    { route: `DELETE ${path}/{id}`, action: 'order.deleted' },
    { route: `POST ${path}`, action: 'order.created', body: ordered },
    { route: `POST ${path}/{id}/cancel`, action: 'order.cancelled' },
  ];
}

function writesOfDeliveryNote({ newOrder }: Scene): Write[] {
  const path = '/api/v1/delivery-notes';
  const delivered = async () => ({ salesOrderId: await newOrder() });
  return [
    { route: `POST ${path}`, action: 'delivery_note.created', body: delivered },
    { route: `PATCH ${path}/{id}`, action: 'delivery_note.updated', body: () => ({ notes: 'Urgent' }) },
    { route: `POST ${path}/{id}/ready`, action: 'delivery_note.ready' },
    { route: `POST ${path}/{id}/ship`, action: 'delivery_note.shipped' },
    { route: `POST ${path}/{id}/deliver`, action: 'delivery_note.delivered' },
    { route: `POST ${path}`, action: 'delivery_note.created', body: delivered },
    { route: `POST ${path}/{id}/cancel`, action: 'delivery_note.cancelled' },
    { route: `DELETE ${path}/{id}`, action: 'delivery_note.deleted' },
  ];
}

function writesOfInvoice({ newNumber }: Scene): Write[] {
  const path = '/api/v1/invoices';
  const invoiced = () => ({ invoiceNumber: newNumber(), currency: 'EUR', totalAmount: 100 });
  return [
    { route: `POST ${path}`, action: 'invoice.created', body: invoiced },
    { route: `PATCH ${path}/{id}`, action: 'invoice.updated', body: () => ({ notes: 'Urgent' }) },
    { route: `POST ${path}/{id}/issue`, action: 'invoice.issued' },
    { route: `POST ${path}/{id}/pay`, action: 'invoice.paid', body: () => ({ amount: 40 }) },
    { route: `DELETE ${path}/{id}/payments/{payment_id}`, action: 'invoice.payment_removed' },
    { route: `POST ${path}/{id}/cancel`, action: 'invoice.cancelled' },
    { route: `DELETE ${path}/{id}`, action: 'invoice.deleted' },
  ];
}

function writesOfPurchaseOrder({ newSupplier, items }: Scene): Write[] {
  const path = '/api/v1/purchase-orders/direct-cost';
  const ordered = async () => ({
    supplierId: await newSupplier(),
    items: [{ description: 'Twill', qty: '10', unitPrice: '2.5' }],
  });
  return [
    { route: `POST ${path}`, action: 'purchase_order.created', body: ordered },
    { route: `PATCH ${path}/{id}`, action: 'purchase_order.updated', body: () => ({ notes: 'Urgent' }) },
    { route: `POST ${path}/{id}/approve`, action: 'purchase_order.approved' },
    { route: `POST ${path}/{id}/issue`, action: 'purchase_order.issued' },
    {
      route: `POST ${path}/{id}/receive`,
      action: 'purchase_order.received',
      body: () => ({ items: [{ id: items()[0]?.id, qty: '4' }] }),
    },
    { route: `POST ${path}/{id}/close`, action: 'purchase_order.closed' },
    { route: `POST ${path}`, action: 'purchase_order.created', body: ordered },
    { route: `POST ${path}/{id}/cancel`, action: 'purchase_order.cancelled' },
    { route: `DELETE ${path}/{id}`, action: 'purchase_order.deleted' },
  ];
}

function writesOfBankStatement({ issuedInvoice }: Scene): Write[] {
  const path = '/api/v1/bank-statements';
  const move = `POST ${path}/{bank_statement_id}/lines/{line_id}`;
  const line = { credit: 40 };
  return [
    {
      route: `POST ${path}`,
      action: 'bank_statement.created',
      body: () => ({ accountNumber: 'PT50', currency: 'EUR', lines: [line] }),
    },
    { route: `PATCH ${path}/{id}`, action: 'bank_statement.updated', body: () => ({ bankName: 'Banco do Porto' }) },
    {
      route: `${move}/match`,
      action: 'bank_statement.line_matched',
      body: async () => ({ type: 'invoice', id: await issuedInvoice() }),
    },
    { route: `${move}/unmatch`, action: 'bank_statement.line_unmatched' },
    { route: `${move}/ignore`, action: 'bank_statement.line_ignored' },
    { route: `DELETE ${path}/{id}`, action: 'bank_statement.deleted' },
    {
      route: `POST ${path}/import`,
      action: 'bank_statement.created',
      query: '?accountNumber=PT51',
      body: () => 'transactionDate,credit\n2026-02-02,40\n',
    },
  ];
}

function writesOfAccount(): Write[] {
  const path = '/api/v1/management-accounts';
  return [
    { route: `POST ${path}`, action: 'management_account.created', body: () => ({ code: '4000', name: 'Revenue' }) },
    { route: `PATCH ${path}/{id}`, action: 'management_account.updated', body: () => ({ name: 'Sales' }) },
    { route: `POST ${path}/{id}/deactivate`, action: 'management_account.deactivated' },
    { route: `POST ${path}/{id}/activate`, action: 'management_account.activated' },
    { route: `DELETE ${path}/{id}`, action: 'management_account.deleted' },
    { route: `POST ${path}/import`, action: 'management_account.created', body: () => 'code,name\n4000,Revenue\n' },
  ];
}
