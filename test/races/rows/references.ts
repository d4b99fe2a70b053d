import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Call, forEachCaller, LATE, type Made, newClient, type OrgApi, type Race, tally } from '../racing.ts';

/**
 * Races between a delete of a record, or of its part, and new references to it. Either the delete succeeds or some
 * references do, never both.
 */

/** The record that is deleted, and the records that refer to it. */
interface Target {
  remove: Call;
  refer: Call;
  /** True if the record still exists. */
  isThere(): Promise<boolean>;
}

/** Every fourth call is a delete. The other calls create references. */
const isRemoval = (index: number) => index % 4 === 0;
/**
 * Codes of expected refusals. While a record is being deleted, changes and other deletes of it get a conflict, so that
 * the caller repeats them.
 */
const REFUSALS = ['not_found', 'validation_failed', 'conflict', 'in_use', 'upstream_unavailable', 'invalid_transition'];

function goesAgainst(covers: string, what: string, target: (api: OrgApi) => Promise<Target>): Race {
  let isProven = false;
  return {
    rule: `${what} and a new reference`,
    covers: [covers],
    async prepare(api) {
      // Before the first race, proves that a reference without a concurrent delete is accepted. Otherwise the race
      // would test nothing.
      if (!isProven) await api.send((await target(api)).refer);
      isProven = true;
      const { remove, refer, isThere } = await target(api);
      return {
        calls: forEachCaller((index) => (isRemoval(index) ? remove : { ...refer, ...fresh(refer.body, index) })),
        async judge(answers) {
          const isStill = await isThere();
          const referred = answers.filter(({ code }, index) => code === undefined && !isRemoval(index)).length;
          const outcome = JSON.stringify({ ...tally(answers), isStill, referred });
          ok(isStill || referred === 0, `Something refers to what is gone: ${outcome}`);
          ok(
            !isStill || referred > 0 || answers.some(({ isLate }) => isLate),
            `Nobody had what it asked for: ${outcome}`,
          );
          const strange = answers.filter(({ code }) => code !== undefined && !REFUSALS.includes(code));
          deepStrictEqual(strange, []);
        },
      };
    },
  };
}

/**
 * A race of archives and new references. References to an archived record are allowed, so none is refused, and exactly
 * one archive succeeds (decisions 4).
 */
function archivedBeside(
  covers: string,
  what: string,
  [collection, make]: Collection,
  referTo: (id: string, api: OrgApi) => Call | Promise<Call>,
): Race {
  return {
    rule: `an archive of ${what} and a new reference`,
    covers: [covers],
    async prepare(api) {
      const { id } = await make(api);
      const path = `/${collection}/${id}`;
      const refer = await referTo(id, api);
      const archive = { method: 'POST', path: `${path}/archive` } as const;
      return {
        calls: forEachCaller((index) => (isRemoval(index) ? archive : { ...refer, ...fresh(refer.body, index) })),
        async judge(answers) {
          const outcome = JSON.stringify(tally(answers));
          const codesOf = (isArchive: boolean) =>
            answers
              .filter((_, index) => isRemoval(index) === isArchive)
              .map(({ code, isLate }) => (isLate ? 'late' : code));
          deepStrictEqual(codesOf(true).filter((code) => code === undefined).length, 1, outcome);
          const refused = codesOf(false).filter((code) => code !== undefined && !LATE.includes(code));
          deepStrictEqual(refused, [], outcome);
          deepStrictEqual((await api.read<{ status: string }>(path)).status, 'archived', outcome);
        },
      };
    },
  };
}

/** Makes a unique invoice number for each call. Other bodies stay as they are. */
const fresh = (body: object | undefined, index: number) =>
  body && 'invoiceNumber' in body ? { body: { ...body, invoiceNumber: `${body.invoiceNumber}-${index}` } } : {};

/** A race of a delete of a style and kits of its own SKUs. The delete also removes these kits. */
const styleWithKits: Race = {
  rule: 'a delete of a style, and kits of its own SKUs',
  covers: ['style', 'sku'],
  async prepare(api) {
    const { id, skus } = await style(api);
    const [one, other] = skus;
    const path = `/styles/${id}/skus/${one?.id}/kit`;
    const kit = (quantity: number) => ({ kittedBundle: [{ skuId: other?.id, quantity }] });
    return {
      calls: forEachCaller((index) =>
        isRemoval(index) ? { method: 'DELETE', path: `/styles/${id}` } : { method: 'PUT', path, body: kit(index) },
      ),
      async judge(answers) {
        const outcome = JSON.stringify(tally(answers));
        const removals = answers.filter((_, index) => isRemoval(index));
        ok(!removals.some(({ code }) => code === 'in_use'), `It is in use by its own part: ${outcome}`);
        ok(!(await deleted(api, `/styles/${id}`).isThere()), `It is still there: ${outcome}`);
      },
    };
  },
};

const supplier = (api: OrgApi) => api.make<Made>('/suppliers', { name: api.fresh('S'), currency: 'EUR' });
const material = (api: OrgApi, fields: object = {}) =>
  api.make<Made & { skus: Made[] }>('/materials', { name: api.fresh('M'), ...fields });
const account = (api: OrgApi) => api.make<Made>('/management-accounts', { code: api.fresh('A'), name: 'Costs' });
const style = (api: OrgApi) =>
  api.make<Made & { skus: (Made & { size: string })[] }>('/styles', {
    name: api.fresh('Style'),
    colors: ['indigo'],
    sizes: ['S', 'M'],
  });
const bom = async (api: OrgApi) => api.make<Made>('/bom', { styleId: (await style(api)).id });
const order = async (api: OrgApi, fields: object = {}) =>
  api.make<Made & { lineItems: Made[] }>('/orders', {
    clientId: (await newClient(api)).id,
    lineItems: [{ description: 'Samples', qty: 100 }],
    ...fields,
  });

/** The call that deletes the record at `path`, and the check whether it exists. */
const deleted = (api: OrgApi, path: string) => ({
  remove: { method: 'DELETE', path } as const,
  isThere: () => api.has(path),
});
const post = (path: string, body: object) => ({ method: 'POST', path, body }) as const;
const purchase = (supplierId: string, item: object) =>
  post('/purchase-orders/direct-cost', {
    supplierId,
    items: [{ description: 'x', qty: '1', unitPrice: '1', ...item }],
  });
const lineOfBom = async (api: OrgApi, line: object) =>
  post(`/bom/${(await bom(api)).id}/versions/1/line-items`, { category: 'Fabric', description: 'Shell', ...line });

/** A style, and the call that removes its size M with the SKU. */
async function droppedSku(api: OrgApi) {
  const { id, skus } = await style(api);
  const path = `/styles/${id}`;
  const skuId = skus.find(({ size }) => size === 'M')?.id;
  return {
    skuId,
    remove: { method: 'PATCH', path, body: { sizes: ['S'] } } as const,
    isThere: async () => (await api.read<{ sizes: string[] }>(path)).sizes.includes('M'),
  };
}

/** A race of deletes of a new record, and references to it. */
const deletedBeside = (
  covers: string,
  what: string,
  [path, make]: Collection,
  refer: (id: string, api: OrgApi) => Call | Promise<Call>,
) =>
  goesAgainst(covers, `a delete of ${what}`, async (api) => {
    const { id } = await make(api);
    return { ...deleted(api, `/${path}/${id}`), refer: await refer(id, api) };
  });

type Collection = [path: string, make: (api: OrgApi) => Promise<Made>];
const CLIENTS: Collection = ['clients', newClient];
const SUPPLIERS: Collection = ['suppliers', supplier];
const STYLES: Collection = ['styles', style];
const MATERIALS: Collection = ['materials', material];
const BOMS: Collection = ['bom', bom];
const ORDERS: Collection = ['orders', order];
const ACCOUNTS: Collection = ['management-accounts', account];

const orderOf = async (api: OrgApi, line: object) =>
  post('/orders', { clientId: (await newClient(api)).id, lineItems: [{ qty: 1, description: 'x', ...line }] });
const purchaseOf = async (api: OrgApi, item: object) => purchase((await supplier(api)).id, item);
const bomOf = (styleId: string) => post('/bom', { styleId });
const materialsOf = (id: string, api: OrgApi) => lineOfBom(api, { assignedMaterialOptions: [{ materialId: id }] });

export const referenceRaces: readonly Race[] = [
  deletedBeside('client', 'a client, and orders', CLIENTS, (clientId) => post('/orders', { clientId })),
  deletedBeside('client', 'a client, and invoices', CLIENTS, (clientId, api) =>
    post('/invoices', { invoiceNumber: api.fresh('R'), clientId }),
  ),
  deletedBeside('client', 'a client, and styles', CLIENTS, (clientId) => post('/styles', { name: 'Parka', clientId })),
  deletedBeside('supplier', 'a supplier, and purchase orders', SUPPLIERS, (id) => purchase(id, {})),
  deletedBeside('supplier', 'a supplier, and materials', SUPPLIERS, (supplierId) =>
    post('/materials', { name: 'Twill', supplierId }),
  ),
  deletedBeside('supplier', 'a supplier, and lines of a BOM', SUPPLIERS, (supplierId, api) =>
    lineOfBom(api, { assignedMaterialOptions: [{ supplierId }] }),
  ),
  deletedBeside('style', 'a style, and orders', STYLES, (styleId, api) => orderOf(api, { styleId })),
  deletedBeside('style', 'a style, and BOMs', STYLES, bomOf),
  styleWithKits,
  archivedBeside('client', 'a client, and orders', CLIENTS, (clientId) => post('/orders', { clientId })),
  archivedBeside('supplier', 'a supplier, and purchase orders', SUPPLIERS, (id) => purchase(id, {})),
  archivedBeside('style', 'a style, and BOMs', STYLES, bomOf),
  archivedBeside('material', 'a material, and lines of a BOM', MATERIALS, materialsOf),
  goesAgainst('sku', 'a drop of a SKU, and orders', async (api) => {
    const { skuId, ...sku } = await droppedSku(api);
    return { ...sku, refer: await orderOf(api, { skuId }) };
  }),
  goesAgainst('sku', 'a drop of a SKU, and a kit that holds it', async (api) => {
    const [kit, { skuId, ...sku }] = await Promise.all([style(api), droppedSku(api)]);
    const path = `/styles/${kit.id}/skus/${kit.skus[0]?.id}/kit`;
    return { ...sku, refer: { method: 'PUT', path, body: { kittedBundle: [{ skuId, quantity: 1 }] } } };
  }),
  deletedBeside('material', 'a material, and lines of a BOM', MATERIALS, materialsOf),
  deletedBeside('material', 'a material, and purchase orders', MATERIALS, (materialId, api) =>
    purchaseOf(api, { materialId }),
  ),
  goesAgainst('material_sku', 'a drop of a material SKU, and lines of a BOM that choose it', async (api) => {
    const { id, skus } = await material(api, { skus: [{ color: 'ecru' }, { color: 'navy' }] });
    const [kept, dropped] = skus;
    const path = `/materials/${id}`;
    return {
      remove: { method: 'PATCH', path, body: { skus: [kept] } },
      isThere: async () => (await api.read<{ skus: Made[] }>(path)).skus.length === 2,
      refer: await lineOfBom(api, {
        assignedMaterialOptions: [{ materialId: id }],
        chosenAssignedMaterialId: id,
        chosenAssignedSkuId: dropped?.id,
      }),
    };
  }),
  deletedBeside('bom', 'a BOM, and orders', BOMS, (bomId, api) => orderOf(api, { bomId })),
  deletedBeside('bom', 'a BOM, and purchase orders', BOMS, (bomId, api) => purchaseOf(api, { bomId })),
  deletedBeside('sales_order', 'an order, and delivery notes', ORDERS, (id) =>
    post('/delivery-notes', { salesOrderId: id }),
  ),
  deletedBeside('sales_order', 'an order, and invoices', ORDERS, (salesOrderId, api) =>
    post('/invoices', { invoiceNumber: api.fresh('R'), salesOrderId }),
  ),
  ...(['cancel', 'delete'] as const).map((move) =>
    goesAgainst('delivery_note', `a ${move} of a delivery note, and invoices`, async (api) => {
      const { id: salesOrderId } = await order(api);
      const { id } = await api.make<Made>('/delivery-notes', { salesOrderId });
      const path = `/delivery-notes/${id}`;
      return {
        remove: move === 'delete' ? { method: 'DELETE', path } : post(`${path}/cancel`, {}),
        isThere: async () => {
          const { data } = await api.read<{ data: { id: string; status: string }[] }>(
            `/delivery-notes?salesOrderId=${salesOrderId}`,
          );
          return data.some(({ status }) => status !== 'cancelled');
        },
        refer: post('/invoices', { invoiceNumber: api.fresh('R'), deliveryNoteId: id }),
      };
    }),
  ),
  goesAgainst('invoice', 'a cancel of an invoice, and credit notes that correct it', async (api) => {
    const fields = () => ({ invoiceNumber: api.fresh('R'), currency: 'EUR', status: 'issued' });
    const { id } = await api.make<Made>('/invoices', { ...fields(), totalAmount: 1_000 });
    const path = `/invoices/${id}`;
    return {
      remove: post(`${path}/cancel`, {}),
      isThere: async () => (await api.read<{ status: string }>(path)).status !== 'cancelled',
      refer: post('/invoices', { ...fields(), invoiceType: 'credit_note', correctsInvoiceId: id, totalAmount: 1 }),
    };
  }),
  deletedBeside('management_account', 'an account, and purchase orders', ACCOUNTS, (managementAccountId, api) =>
    purchaseOf(api, { managementAccountId }),
  ),
  deletedBeside('management_account', 'an account, and accounts below it', ACCOUNTS, async (parentId, api) => {
    const path = `/management-accounts/${(await account(api)).id}`;
    return { method: 'PATCH', path, body: { parentId } };
  }),
];
