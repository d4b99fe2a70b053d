import { deepStrictEqual, ok } from 'node:assert/strict';
import { type Call, forEachCaller, type OrgApi, type Race, tally } from '../racing.ts';

/**
 * Races between a delete of a record, or of its part, and new references to it. Either the delete succeeds or some
 * references do, never both.
 */

interface Made {
  id: string;
}

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
  target: (api: OrgApi) => Promise<{ path: string; refer: Call }>,
): Race {
  return {
    rule: `an archive of ${what} and a new reference`,
    covers: [covers],
    async prepare(api) {
      const { path, refer } = await target(api);
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

const LATE = ['late', 'upstream_unavailable'];

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

const client = (api: OrgApi) =>
  api.make<Made>('/clients', { name: api.fresh('C'), country: 'PT', currency: 'EUR', maxAccountValue: 100_000 });
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
    clientId: (await client(api)).id,
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

export const referenceRaces: readonly Race[] = [
  goesAgainst('client', 'a delete of a client, and orders', async (api) => {
    const { id } = await client(api);
    return { ...deleted(api, `/clients/${id}`), refer: post('/orders', { clientId: id }) };
  }),
  goesAgainst('client', 'a delete of a client, and invoices', async (api) => {
    const { id } = await client(api);
    const invoice = { invoiceNumber: api.fresh('R'), clientId: id };
    return { ...deleted(api, `/clients/${id}`), refer: post('/invoices', invoice) };
  }),
  goesAgainst('client', 'a delete of a client, and styles', async (api) => {
    const { id } = await client(api);
    return { ...deleted(api, `/clients/${id}`), refer: post('/styles', { name: 'Parka', clientId: id }) };
  }),
  goesAgainst('supplier', 'a delete of a supplier, and purchase orders', async (api) => {
    const { id } = await supplier(api);
    return { ...deleted(api, `/suppliers/${id}`), refer: purchase(id, {}) };
  }),
  goesAgainst('supplier', 'a delete of a supplier, and materials', async (api) => {
    const { id } = await supplier(api);
    return { ...deleted(api, `/suppliers/${id}`), refer: post('/materials', { name: 'Twill', supplierId: id }) };
  }),
  goesAgainst('supplier', 'a delete of a supplier, and lines of a BOM', async (api) => {
    const { id } = await supplier(api);
    return {
      ...deleted(api, `/suppliers/${id}`),
      refer: await lineOfBom(api, { assignedMaterialOptions: [{ supplierId: id }] }),
    };
  }),
  goesAgainst('style', 'a delete of a style, and orders', async (api) => {
    const [{ id: clientId }, { id }] = await Promise.all([client(api), style(api)]);
    const refer = post('/orders', { clientId, lineItems: [{ styleId: id, qty: 1 }] });
    return { ...deleted(api, `/styles/${id}`), refer };
  }),
  goesAgainst('style', 'a delete of a style, and BOMs', async (api) => {
    const { id } = await style(api);
    return { ...deleted(api, `/styles/${id}`), refer: post('/bom', { styleId: id }) };
  }),
  styleWithKits,
  archivedBeside('client', 'a client, and orders', async (api) => {
    const { id } = await client(api);
    return { path: `/clients/${id}`, refer: post('/orders', { clientId: id }) };
  }),
  archivedBeside('supplier', 'a supplier, and purchase orders', async (api) => {
    const { id } = await supplier(api);
    return { path: `/suppliers/${id}`, refer: purchase(id, {}) };
  }),
  archivedBeside('style', 'a style, and BOMs', async (api) => {
    const { id } = await style(api);
    return { path: `/styles/${id}`, refer: post('/bom', { styleId: id }) };
  }),
  archivedBeside('material', 'a material, and lines of a BOM', async (api) => {
    const { id } = await material(api);
    return { path: `/materials/${id}`, refer: await lineOfBom(api, { assignedMaterialOptions: [{ materialId: id }] }) };
  }),
  goesAgainst('sku', 'a drop of a SKU, and orders', async (api) => {
    const [{ id: clientId }, { skuId, ...sku }] = await Promise.all([client(api), droppedSku(api)]);
    return { ...sku, refer: post('/orders', { clientId, lineItems: [{ skuId, qty: 1 }] }) };
  }),
  goesAgainst('sku', 'a drop of a SKU, and a kit that holds it', async (api) => {
    const [kit, { skuId, ...sku }] = await Promise.all([style(api), droppedSku(api)]);
    const path = `/styles/${kit.id}/skus/${kit.skus[0]?.id}/kit`;
    return { ...sku, refer: { method: 'PUT', path, body: { kittedBundle: [{ skuId, quantity: 1 }] } } };
  }),
  goesAgainst('material', 'a delete of a material, and lines of a BOM', async (api) => {
    const { id } = await material(api);
    return {
      ...deleted(api, `/materials/${id}`),
      refer: await lineOfBom(api, { assignedMaterialOptions: [{ materialId: id }] }),
    };
  }),
  goesAgainst('material', 'a delete of a material, and purchase orders', async (api) => {
    const [{ id: supplierId }, { id }] = await Promise.all([supplier(api), material(api)]);
    return { ...deleted(api, `/materials/${id}`), refer: purchase(supplierId, { materialId: id }) };
  }),
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
  goesAgainst('bom', 'a delete of a BOM, and orders', async (api) => {
    const [{ id: clientId }, { id }] = await Promise.all([client(api), bom(api)]);
    const refer = post('/orders', { clientId, lineItems: [{ bomId: id, qty: 1, description: 'x' }] });
    return { ...deleted(api, `/bom/${id}`), refer };
  }),
  goesAgainst('bom', 'a delete of a BOM, and purchase orders', async (api) => {
    const [{ id: supplierId }, { id }] = await Promise.all([supplier(api), bom(api)]);
    return { ...deleted(api, `/bom/${id}`), refer: purchase(supplierId, { bomId: id }) };
  }),
  goesAgainst('sales_order', 'a delete of an order, and delivery notes', async (api) => {
    const { id } = await order(api);
    return { ...deleted(api, `/orders/${id}`), refer: post('/delivery-notes', { salesOrderId: id }) };
  }),
  goesAgainst('sales_order', 'a delete of an order, and invoices', async (api) => {
    const { id } = await order(api);
    const invoice = { invoiceNumber: api.fresh('R'), salesOrderId: id };
    return { ...deleted(api, `/orders/${id}`), refer: post('/invoices', invoice) };
  }),
  goesAgainst('management_account', 'a delete of an account, and purchase orders', async (api) => {
    const [{ id: supplierId }, { id }] = await Promise.all([supplier(api), account(api)]);
    return { ...deleted(api, `/management-accounts/${id}`), refer: purchase(supplierId, { managementAccountId: id }) };
  }),
  goesAgainst('management_account', 'a delete of an account, and accounts below it', async (api) => {
    const [{ id }, { id: other }] = await Promise.all([account(api), account(api)]);
    const refer = { method: 'PATCH', path: `/management-accounts/${other}`, body: { parentId: id } } as const;
    return { ...deleted(api, `/management-accounts/${id}`), refer };
  }),
];
