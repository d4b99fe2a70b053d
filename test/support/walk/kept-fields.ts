import { expect } from '@jest/globals';
import type { JsonSchema } from '../../../gateway/openapi/openapi-schemas.ts';
import { examplesOf, filled, resolve } from '../../../gateway/pages/docs/example.ts';
import { inLanes, send, type Target, withValues } from './calls.ts';
import type { Walk } from './walk.ts';

type Json = Record<string, unknown>;

/** Values of fields that no request of the reference has as an example, or not as an example of this field. */
const VALUES: Record<string, Json> = {
  updateMe: { name: 'Kept' },
  updateOrg: { invoice_number_format: 'K{YY}-{000}' },
  updateUser: { email: 'kept@example.com', role: 'client', is_active: false, user_metadata: { desk: 4 } },
  updateStyle: { picture: 'https://example.com/1.png' },
  updateBomLineItem: {
    ...{ netSellingConsumption: 1.9968, netBuyingConsumption: 2.064, materialCostInUsd: 4 },
    ...{ estimatedMaterialPreparationLeadTime: 7, chosenAssignedSkuId: '{material_sku_id}' },
  },
  updateSalesOrder: { currency: 'USD', orderDate: '2026-01-31' },
  updateDeliveryNote: { lineItems: [{ description: 'Parka', qty: 2 }] },
  updateInvoice: {
    ...{ clientId: '{order_client_id}', currency: 'USD', subtotal: 100, taxAmount: 23, totalAmount: 123 },
    ...{
      invoiceNumber: 'I-kept',
      invoiceType: 'credit_note',
      correctsInvoiceId: '{paid_invoice_id}',
      issuedDate: '2026-03-01',
      lineItems: [{ description: 'Parka', amount: 2 }],
    },
  },
  updatePurchaseOrder: {
    ...{ currency: 'USD', orderDate: '2026-01-31', adjustment: '-1.50' },
    items: [{ description: 'Twill', qty: '10', unitPrice: '2.5' }],
  },
  updateBankAccount: { accountNumber: 'PT-kept' },
  updateBankStatement: {
    ...{ transactionDate: '2026-01-30', balance: 12.5, amount: -3, fileUrl: 'https://example.com/january.csv' },
    ...{ currency: 'DKK', account_number: 'PT51', statement_date: '2026-01-31', file_url: 'https://example.com/1.csv' },
  },
  updateManagementAccount: { code: 'A-kept', parentId: '{parent_account_id}' },
  updateWebhook: { secret: 'at least sixteen characters' },
};

/** The fields that the record must have before the field can have its value. */
const TOGETHER: Record<string, readonly string[]> = {
  role: ['client_id'],
  client_id: ['role'],
  correctsInvoiceId: ['invoiceType'],
  netSellingConsumption: ['grossConsumption', 'sellingTolerance'],
  netBuyingConsumption: ['grossConsumption', 'buyingTolerance'],
  chosenAssignedMaterialId: ['assignedMaterialOptions'],
  chosenAssignedSkuId: ['assignedMaterialOptions', 'chosenAssignedMaterialId'],
};
/** No answer shows them. */
const HIDDEN = ['password', 'secret'];
/** A change may name the org, as a create does, and does not change it. */
const NOT_CHANGED = ['org_id'];

/** A record keeps every field that a change gives it. A field that a rule forgets would be answered with a 200, and change nothing. */
export async function judgeKeptFields(walk: Walk): Promise<unknown[]> {
  const changes = walk.targets.filter(({ method }) => method === 'patch');
  const lost: unknown[] = [];
  await inLanes(changes, async (target) => lost.push(...(await lostFields(walk, target))));
  return lost;
}

async function lostFields(walk: Walk, target: Target): Promise<unknown[]> {
  const { operationId } = target.operation;
  const { url, wanted } = await wantedOf(walk, target);
  const read = async () => JSON.parse((await ask(walk, 'get', url)).text) as Json;
  const before = await read();
  const faults: unknown[] = [];
  for (const [field, schema] of Object.entries(bodyOf(walk, target)?.properties ?? {})) {
    if (schema.readOnly || NOT_CHANGED.includes(field)) continue;
    wanted[field] ??= plainValue(schema);
    const part = { [field]: wanted[field] };
    if (wanted[field] === undefined || isLike(before, part)) faults.push([operationId, 'needs another value', field]);
    const more = (TOGETHER[field] ?? []).map((name) => [name, wanted[name]]);
    const { status, text } = await ask(walk, 'patch', url, { ...part, ...Object.fromEntries(more) });
    const after = HIDDEN.includes(field) ? part : await read();
    if (status !== 200 || !isLike(after, part)) faults.push([operationId, part, after[field], text]);
  }
  return faults;
}

/** A value of a field that may be any text or any number. */
function plainValue(schema: JsonSchema): unknown {
  const [one = schema] = schema.anyOf ?? [];
  if (one.enum || one.format) return undefined;
  return { string: 'Kept', number: 7, integer: 7 }[String(one.type)];
}

const bodyOf = ({ document: { components } }: Walk, { operation }: Target) => {
  const content = operation.requestBody?.content['application/json'];
  return content && resolve(content.schema, components.schemas);
};

/** A new record, and a value for each of its fields: from the examples of all requests of the section, or by hand. */
async function wantedOf(walk: Walk, target: Target): Promise<{ url: string; wanted: Json }> {
  const { operationId, tags } = target.operation;
  const bodies = walk.targets
    .filter(({ operation }) => operation.tags[0] === tags[0])
    .map((one) => bodyOf(walk, one) ?? {});
  const wanted = Object.assign({}, ...bodies.flatMap((body) => examplesOf(body)), VALUES[operationId]) as Json;
  const sample = filled(target.path, target.operation);
  // The org of the walk stays as it is.
  const { org_id: _, ...own } = walk.own;
  const prepared = await walk.makers.prepared[operationId]?.();
  const values = await walk.makers.valuesFor(JSON.stringify([sample, wanted]), { ...own, ...prepared });
  return { url: withValues(sample, values), wanted: JSON.parse(withValues(JSON.stringify(wanted), values)) as Json };
}

function ask({ system, token }: Walk, method: string, url: string, body?: Json) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return send(system, { method, url, headers, ...(body && { body: JSON.stringify(body) }) });
}

function isLike(record: Json, part: Json): boolean {
  try {
    expect(record).toMatchObject(part);
    return true;
  } catch {
    return false;
  }
}
