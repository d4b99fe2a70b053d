import { isDocumentId } from '#chassis/mongo/document-ids.ts';
import { beside, type NameRule, type NameSource } from '#chassis/records/names-beside.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';

/** An invoice or a purchase order, with the name of its client or supplier. */
export interface PaidDocument {
  number: string | null;
  partyName: string | null;
}

/** The documents that bank lines pay. */
export interface PayableSources {
  /** By id. */
  invoices: NameSource<Record<'invoiceNumber' | 'clientId', string | null>>;
  /** By documentId. */
  purchaseOrders: NameSource<Record<'documentId' | 'supplierId', string | null>>;
}

/** Paid documents by the id that callers know: invoices by id, purchase orders by documentId (decisions 2). */
export function paidDocuments(
  copies: Pick<LocalCopies, 'known'>,
  { invoices, purchaseOrders }: PayableSources,
): NameSource<PaidDocument> {
  async function bought(scope: Parameters<NameSource<PaidDocument>>[0], numbers: readonly string[]) {
    if (numbers.length === 0) return [];
    const found = [...(await purchaseOrders(scope, numbers))];
    const suppliers = await copies.known(scope, 'supplier', idsOf(found.map(([, { supplierId }]) => supplierId)));
    return found.map(([id, { documentId, supplierId }]): [string, PaidDocument] => [
      id,
      { number: documentId, partyName: suppliers.get(supplierId ?? '')?.name ?? null },
    ]);
  }

  async function sold(scope: Parameters<NameSource<PaidDocument>>[0], ids: readonly string[]) {
    if (ids.length === 0) return [];
    const found = [...(await invoices(scope, ids))];
    const clients = await copies.known(scope, 'client', idsOf(found.map(([, { clientId }]) => clientId)));
    return found.map(([id, { invoiceNumber, clientId }]): [string, PaidDocument] => [
      id,
      { number: invoiceNumber, partyName: clients.get(clientId ?? '')?.name ?? null },
    ]);
  }

  return async (scope, ids) => {
    const orders = await bought(scope, ids.filter(isDocumentId));
    return new Map([
      ...orders,
      ...(await sold(
        scope,
        ids.filter((id) => !isDocumentId(id)),
      )),
    ]);
  };
}

const idsOf = (ids: readonly (string | null)[]): string[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** The matched document of bank lines, and the parties of their suggestions. `within`: the list that has the lines. */
export const bankLineNames = (source: NameSource<PaidDocument>, within?: string): NameRule[] => [
  beside({
    ...(within !== undefined && { within }),
    id: 'matchedTransferId',
    source,
    names: { matchedTransferNumber: ({ number }) => number, matchedPartyName: ({ partyName }) => partyName },
  }),
  beside({
    within: within === undefined ? 'suggestions' : `${within}.suggestions`,
    id: 'id',
    source,
    names: { partyName: ({ partyName }) => partyName },
  }),
];
