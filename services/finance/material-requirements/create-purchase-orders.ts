import type { z } from 'zod';
import { Outdated } from '#chassis/domain/errors.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { replyOf } from '#chassis/records/command.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { PurchaseOrderOutline } from '#proto/finance/v1/purchase-order.contract.ts';
import { CreateRequiredPurchaseOrdersRequest } from '#proto/finance/v1/requirement.contract.ts';
import { writingOf } from '../documents/document-versions.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { createPurchaseOrder } from '../purchase-orders/domain/purchase-order.ts';
import type { PurchaseOrderRepository } from '../purchase-orders/repository.ts';
import { type Proposal, proposalsOf } from './domain/proposal.ts';
import { dayOf } from './domain/requirement-row.ts';
import type { RequirementGuard } from './guard-repository.ts';
import { type Asked, type RequirementParts, readRequirements } from './read-requirements.ts';
import { type RequirementCopies, sourcesOf } from './sources.ts';

export interface CreateParts extends RequirementParts {
  writer: Writer;
  guard: RequirementGuard;
  purchaseOrders: Pick<PurchaseOrderRepository, 'add'>;
  copies: RequirementCopies;
  settings: Pick<OrgSettings, 'today' | 'defaultCurrency'>;
  documentIds: DocumentIds;
}

const PREFIX = 'DCPO';
const OUTLINE = Object.keys(PurchaseOrderOutline.shape);

/**
 * The rpc that buys what is to buy: drafts for each supplier, in one transaction (decisions 7: Material requirements).
 * Errors: as `readRequirements`; upstream_unavailable.
 */
export function createPurchaseOrders(parts: CreateParts) {
  const { writer, guard, purchaseOrders, copies, settings, documentIds } = parts;

  /**
   * Asks product for missing copies, and takes numbers for as many orders as are to make now. The transaction reads
   * everything again.
   */
  async function prepare(orders: Omit<Asked, 'currency'>, call: Call) {
    const { orgId } = call.principal;
    const asked = { ...orders, currency: (await settings.defaultCurrency(call)) ?? null };
    const { rows, numbers } = await readRequirements(parts, { orgId }, asked, sourcesOf(copies, { orgId }, call));
    const count = proposalsOf(rows, numbers).length;
    return {
      asked,
      orderDate: await settings.today(call),
      documentIds: count === 0 ? [] : await documentIds.nextMany(orgId, PREFIX, call.now, count),
    };
  }

  async function make(tx: Transaction, prepared: Awaited<ReturnType<typeof prepare>>) {
    await guard.lock(tx);
    const { rows, numbers } = await readRequirements(parts, tx, prepared.asked, sourcesOf(copies, tx));
    const proposals = proposalsOf(rows, numbers);
    if (proposals.length > prepared.documentIds.length) throw new Outdated('More is to buy than before');
    const suppliers = await copies.known(tx, 'supplier', [...new Set(proposals.map(({ supplierId }) => supplierId))]);
    const made = [];
    for (const [index, proposal] of proposals.entries()) {
      const supplier = suppliers.get(proposal.supplierId);
      // The supplier has been deleted. The next preparation reads the BOM again.
      if (!supplier) throw new Outdated('A supplier is not known any more');
      const fields = { ...fieldsOf(proposal), orderDate: prepared.orderDate };
      const origin = { orgId: tx.orgId, documentId: prepared.documentIds[index] as string };
      const { record } = await purchaseOrders.add(tx, createPurchaseOrder(fields, supplier, origin, writingOf(tx)));
      made.push(outlineOf(record));
    }
    return { purchaseOrders: made };
  }

  return unary(
    CreateRequiredPurchaseOrdersRequest,
    async ({ orders }, call) => {
      const asked = { orders: orders.length > 0 ? orders : undefined, loc: ['body'], deadline: call.deadline };
      const written = await writer.writePrepared(call, () => prepare(asked, call), make);
      return replyOf(written);
    },
    { role: 'staff', scope: 'create:purchase_orders' },
  );
}

/** The reply is kept for the Idempotency-Key of the call in one document, so it has no items. */
const outlineOf = <View extends object>(
  record: View,
): Pick<View, keyof z.output<typeof PurchaseOrderOutline> & keyof View> =>
  Object.fromEntries(OUTLINE.map((field) => [field, record[field as keyof View]])) as never;

function fieldsOf({ currency, deliveryDate, items }: Proposal) {
  const expectedDeliveryDate = dayOf(deliveryDate);
  const none = { managementAccountId: null, bomId: null, taxRate: null };
  return {
    currency,
    ...(expectedDeliveryDate !== null && { expectedDeliveryDate }),
    items: items.map((item) => ({ ...item, ...none })),
  };
}
