import { Outdated } from '#chassis/domain/errors.ts';
import type { DocumentIds } from '#chassis/mongo/document-ids.ts';
import { preparedOf, replyOf } from '#chassis/records/command.ts';
import type { NamesBeside } from '#chassis/records/names-beside.ts';
import { changesOf, recordMethods } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  ConfirmOrderRequest,
  GetOrderVersionRequest,
  order,
  orderStatuses,
  type SalesOrderInput,
} from '#proto/finance/v1/order.contract.ts';
import type { ReadCreditTerms } from '../credit/credit-terms.ts';
import type { CreditTerms } from '../credit/domain/credit.ts';
import { readVersion, writingOf } from '../documents/document-versions.ts';
import { paymentTermsOf } from '../documents/domain/payment-terms.ts';
import { dateSortKey } from '../documents/domain/sort-keys.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import { isAdmin, refuseOverride } from '../documents/override.ts';
import { hiddenFromClient, ownClient } from '../documents/own-client.ts';
import { countsAsOwed, exposureChange } from './domain/exposure.ts';
import {
  createOrder,
  deleteOrder,
  latestVersion,
  moveOrder,
  type Order,
  type OrderChanges,
  updateOrder,
  versionView,
} from './domain/order.ts';
import { type OrderCopies, requireClient, resolveChanges, resolveLines } from './order-references.ts';
import { lateFilter, type OrderRepository } from './repository.ts';

interface OrderParts {
  writer: Writer;
  orders: OrderRepository;
  copies: OrderCopies;
  termsOf: ReadCreditTerms;
  settings: OrgSettings;
  documentIds: DocumentIds;
  versionNames: NamesBeside;
}

const PREFIX = 'SO';

export function orderHandlers({ writer, orders, copies, termsOf, settings, documentIds, versionNames }: OrderParts) {
  const options = {
    of: order,
    writer,
    request: RecordRequest,
    visibleTo: ownClient(orderStatuses),
    hiddenFrom: hiddenFromClient,
  } as const;
  const methods = recordMethods({ ...options, records: orders });
  /** Methods of rpcs that change the amounts that clients owe. */
  const owed = recordMethods({ ...options, records: { ...orders, load: orders.loadLocked } });
  const prepared = preparedOf(writer);

  /** The filters, with `late` as a condition of the stored date. Errors: upstream_unavailable if identity is down. */
  async function byLateness({ late, ...filters }: { late?: boolean }, call: Call): Promise<object> {
    if (late === undefined) return filters;
    return { ...filters, ...lateFilter(late, dateSortKey(await settings.today(call)) ?? 0) };
  }

  /** Errors: validation_failed. */
  async function prepareTerms(order: Order, { currency }: OrderChanges, call: Call): Promise<PreparedTerms> {
    const client = await requireClient(copies, order.clientId, call);
    const terms = await termsOf(client, currency ?? order.currency, call).catch((fault: unknown) => ({ fault }));
    return { clientId: client.id, terms };
  }

  async function prepareOrder({ clientId, lineItems: lines = [], ...input }: SalesOrderInput, call: Call) {
    const { orgId } = call.principal;
    const client = await requireClient(copies, clientId, call);
    const lineItems = await resolveLines(copies, lines, call);
    const currency = input.currency ?? client.currency;
    const orderDate = input.orderDate ?? (await settings.today(call));
    const documentId = await documentIds.next(orgId, PREFIX, call.now);
    const fields = { ...input, ...paymentTermsOf(input, client), currency, orderDate, lineItems };
    return { client, decision: createOrder(fields, client, { orgId, documentId }, writingOf(call)) };
  }

  return implement('finance', 'OrderService', {
    CreateOrder: unary(
      order.requests.create,
      async ({ order: input }, call) => {
        const make = () => prepareOrder(input, call);
        // An order that its client does not owe yet may share its transaction with other creates.
        if (!countsAsOwed(input.status ?? 'draft'))
          return replyOf(await writer.createPrepared(call, make, (tx, { decision }) => orders.add(tx, decision)));
        const prepare = async () => {
          const made = await make();
          return { ...made, terms: await termsOf(made.client, made.decision.state.currency, call) };
        };
        const add = (tx: Transaction, { decision, terms }: Awaited<ReturnType<typeof prepare>>) =>
          orders.addOwed(tx, decision, terms);
        return replyOf(await writer.writePrepared(call, prepare, add));
      },
      methods.access.create,
    ),
    // product reads the order if it was too large for its event (decisions 3: Inside).
    GetOrder: methods.get({ peers: ['product'] }),
    ListOrders: methods.list(order.requests.list, byLateness),
    UpdateOrder: prepared(
      order.requests.update,
      methods.access.update,
      async (request, call) => {
        const order = await orders.get(call.principal.orgId, request.id);
        const changes = await resolveChanges(copies, changesOf(request), call);
        const isOwed = countsAsOwed(order.status);
        // The limit is not checked for an admin, as with the override of a confirmation.
        const isAsked = isOwed && isPriced(changes) && !isAdmin(call);
        const terms = isAsked ? await prepareTerms(order, changes, call) : undefined;
        return { load: isOwed ? orders.loadLocked : orders.load, changes, terms };
      },
      async (request, tx, { load, changes, terms }) => {
        const before = await load(tx, request);
        const decision = updateOrder(before, changes, writingOf(tx));
        const isAsked = exposureChange(before, decision.state)?.isMore && !isAdmin(tx);
        return orders.save(tx, before, decision, isAsked ? termsFor(before, terms) : undefined);
      },
    ),
    DeleteOrder: methods.delete((before, { principal, now }) =>
      deleteOrder(before, `${principal.kind}:${principal.id}`, now),
    ),
    ConfirmOrder: prepared(
      ConfirmOrderRequest,
      methods.access.write,
      async ({ id, override }, call) => {
        if (override) refuseOverride(call);
        const order = await orders.get(call.principal.orgId, id);
        return override ? undefined : prepareTerms(order, {}, call);
      },
      async ({ override = false, ...request }, tx, terms) => {
        const before = await orders.loadLocked(tx, request);
        const decision = moveOrder(before, 'confirm', tx.now);
        return orders.save(tx, before, decision, override ? undefined : termsFor(before, terms));
      },
    ),
    StartOrder: methods.move((before, now) => moveOrder(before, 'start', now)),
    ShipOrder: methods.move((before, now) => moveOrder(before, 'ship', now)),
    CompleteOrder: owed.move((before, now) => moveOrder(before, 'complete', now)),
    CancelOrder: owed.move((before, now) => moveOrder(before, 'cancel', now)),
    GetOrderVersion: readVersion(GetOrderVersionRequest, {
      resource: 'Sales order version',
      methods,
      latest: latestVersion,
      version: orders.version,
      show: versionView,
      names: versionNames,
    }),
  });
}

/** Whether the changes may change the total. */
const isPriced = ({ currency, taxRate, lineItems }: OrderChanges): boolean =>
  [currency, taxRate, lineItems].some((change) => change !== undefined);

/** The credit terms of a client, or the error why they could not be read. */
interface PreparedTerms {
  clientId: string;
  terms: CreditTerms | { fault: unknown };
}

/**
 * The prepared terms. Errors: Outdated if none were prepared or the order has another client now; the error of their
 * preparation.
 */
function termsFor({ clientId }: Order, prepared: PreparedTerms | undefined): CreditTerms {
  if (clientId !== prepared?.clientId) throw new Outdated();
  if ('fault' in prepared.terms) throw prepared.terms.fault;
  return prepared.terms;
}
