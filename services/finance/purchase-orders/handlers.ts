import { AppError, invalidField } from '#chassis/domain/errors.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { commandOf, preparedOf, replyOf } from '#chassis/records/command.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import { type Call, refusalOf } from '#chassis/rpc/context.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import type { SharedTransaction, Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  GetPurchaseOrderVersionRequest,
  purchaseOrder,
  ReceivePurchaseOrderRequest,
} from '#proto/finance/v1/purchase-order.contract.ts';
import { readVersion, writingOf } from '../documents/document-versions.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { SupplierCopy } from '../local-copies/domain/copy.ts';
import { supplierParty } from '../local-copies/party-of.ts';
import type { AccountRepository } from '../management-accounts/repository.ts';
import { drawRecord } from '../pdf/draw-record.ts';
import type { Printer } from '../pdf/printer.ts';
import { printedPurchaseOrder } from './domain/printed-purchase-order.ts';
import {
  createPurchaseOrder,
  deletePurchaseOrder,
  latestVersion,
  movePurchaseOrder,
  needsApproval,
  receivePurchaseOrder,
  updatePurchaseOrder,
  versionView,
} from './domain/purchase-order.ts';
import {
  type AccountsNamed,
  findChanges,
  findItems,
  type PurchaseOrderCopies,
  requireSupplier,
  resolveChanges,
  resolveItems,
} from './purchase-order-references.ts';
import type { PurchaseOrderRepository } from './repository.ts';

interface PurchaseOrderParts {
  writer: Writer;
  purchaseOrders: PurchaseOrderRepository;
  copies: PurchaseOrderCopies;
  accounts: Pick<AccountRepository, 'named'>;
  settings: OrgSettings;
  documentIds: DocumentIds;
  printer: Printer;
  versionNames: NamesBeside;
}

const PREFIX = 'DCPO';
/** Approval needs a scope of its own (decisions 3: Scopes). */
const APPROVE = { role: 'staff', scope: 'approve:purchase_orders' } as const;

export function purchaseOrderHandlers(parts: PurchaseOrderParts) {
  const { writer, purchaseOrders, copies, accounts, settings, documentIds, printer, versionNames } = parts;
  const [command, prepared] = [commandOf(writer), preparedOf(writer)];
  const methods = recordMethods({
    of: purchaseOrder,
    writer,
    // A move changes the sums of the supplier, so it locks them before its first read.
    records: {
      ...purchaseOrders,
      load: (tx, key, reserved) =>
        reserved ? purchaseOrders.load(tx, key, reserved) : purchaseOrders.loadLocked(tx, key),
    },
    request: RecordRequest,
  });

  const accountsIn =
    (tx: SharedTransaction): AccountsNamed =>
    (names) =>
      accounts.named(tx, names);

  /**
   * The currency of a new order (decisions 7: Defaults). Errors: validation_failed if neither the caller, the supplier
   * nor the org names one; upstream_unavailable when identity cannot be asked.
   */
  async function currencyOf(sent: string | undefined, supplier: SupplierCopy, call: Call): Promise<string> {
    const currency = sent ?? supplier.currency ?? (await settings.defaultCurrency(call));
    if (currency !== undefined) return currency;
    throw invalidField(['body', 'currency'], 'neither the supplier nor the org has one; name a currency', null);
  }

  return implement('finance', 'PurchaseOrderService', {
    CreatePurchaseOrder: unary(
      purchaseOrder.requests.create,
      async ({ order: { supplierId, items: inputs = [], ...input } }, call) => {
        const { orgId } = call.principal;
        const refusal = needsApproval(input.status) ? refusalOf(APPROVE, call.principal) : undefined;
        if (refusal !== undefined)
          throw new AppError('insufficient_permissions', `Insufficient permissions: ${refusal}`);
        const prepare = async () => {
          const supplier = await requireSupplier(copies, supplierId, call);
          const found = await findItems(copies, inputs, call);
          const currency = await currencyOf(input.currency, supplier, call);
          const orderDate = input.orderDate ?? (await settings.today(call));
          const documentId = await documentIds.next(orgId, PREFIX, call.now);
          return { supplier, found, documentId, fields: { ...input, currency, orderDate } };
        };
        const make = async (
          tx: SharedTransaction,
          { supplier, found, ...made }: Awaited<ReturnType<typeof prepare>>,
        ) => {
          const items = await resolveItems(found, accountsIn(tx));
          const origin = { orgId, documentId: made.documentId };
          return createPurchaseOrder({ ...made.fields, items }, supplier, origin, writingOf(call));
        };
        // Sums cannot change in a transaction that other writes share.
        const written = needsApproval(input.status)
          ? writer.writePrepared(call, prepare, async (tx, made) => purchaseOrders.addCounted(tx, await make(tx, made)))
          : writer.createPrepared(call, prepare, async (tx, made) => purchaseOrders.add(tx, await make(tx, made)));
        return replyOf(await written);
      },
      methods.access.create,
    ),
    // product reads the order if it was too large for its event (decisions 3: Inside).
    GetPurchaseOrder: methods.get({ peers: ['product'] }),
    DrawPurchaseOrder: drawRecord({
      methods,
      printer,
      settings,
      printed: async (order, issuer, call) =>
        printedPurchaseOrder(order, { issuer, supplier: await supplierParty(copies, order.supplierId, call) }),
    }),
    ListPurchaseOrders: methods.list(purchaseOrder.requests.list),
    UpdatePurchaseOrder: prepared(
      purchaseOrder.requests.update,
      methods.access.update,
      (request, call) => findChanges(copies, changesOf(request), call),
      async (request, tx, found) => {
        const before = await purchaseOrders.load(tx, request);
        const changes = await resolveChanges(found, accountsIn(tx));
        return purchaseOrders.save(tx, before, updatePurchaseOrder(before, changes, writingOf(tx)));
      },
    ),
    DeletePurchaseOrder: methods.delete(deletePurchaseOrder),
    ApprovePurchaseOrder: methods.move((before, now) => movePurchaseOrder(before, 'approve', now), APPROVE),
    IssuePurchaseOrder: methods.move((before, now) => movePurchaseOrder(before, 'issue', now)),
    ReceivePurchaseOrder: command(ReceivePurchaseOrderRequest, methods.access.write, async ({ items, ...key }, tx) => {
      const before = await purchaseOrders.loadLocked(tx, key);
      return purchaseOrders.save(tx, before, receivePurchaseOrder(before, items, tx.now));
    }),
    ClosePurchaseOrder: methods.move((before, now) => movePurchaseOrder(before, 'close', now)),
    CancelPurchaseOrder: methods.move((before, now) => movePurchaseOrder(before, 'cancel', now)),
    GetPurchaseOrderVersion: readVersion(GetPurchaseOrderVersionRequest, {
      resource: 'Purchase order version',
      methods,
      latest: latestVersion,
      version: purchaseOrders.version,
      show: versionView,
      names: versionNames,
    }),
  });
}
