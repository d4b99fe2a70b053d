import { beside, type NamesBeside, namesBeside } from '#chassis/records/names-beside.ts';
import { plainNumber } from '../bank-accounts/domain/account-number.ts';
import { bomNumberIn, type NameSources, orderNumber, styleNamesIn } from './name-sources.ts';
import { bankLineNames } from './paid-documents.ts';

/** The names beside the ids of each kind of document, and of what belongs to it. */
export interface DocumentNames {
  order: NamesBeside;
  orderVersion: NamesBeside;
  deliveryNote: NamesBeside;
  invoice: NamesBeside;
  payment: NamesBeside;
  purchaseOrder: NamesBeside;
  purchaseOrderVersion: NamesBeside;
  bankStatement: NamesBeside;
  /** A line of a statement. Its view has the number of the statement. */
  bankLine: NamesBeside;
  /** A line among those of other statements. */
  bankLineOfAny: NamesBeside;
}

export function documentNames(sources: NameSources): DocumentNames {
  const { clients, suppliers, materials, accounts, deliveryNotes, invoices, bankStatements } = sources;
  const ofOrder = [styleNamesIn('lineItems', sources), bomNumberIn('lineItems', sources)];
  const ofPurchaseOrder = [
    bomNumberIn('items', sources),
    beside({ within: 'items', id: 'materialId', source: materials, names: { materialName: ({ name }) => name } }),
    beside({
      within: 'items',
      id: 'managementAccountId',
      source: accounts,
      names: { managementAccountName: ({ name }) => name, managementAccountCode: ({ code }) => code },
    }),
  ];
  const invoiceNumber = (id: string, name: string) =>
    beside({ id, source: invoices, names: { [name]: (found) => found.invoiceNumber } });
  const statementNumber = beside({
    id: 'bankStatementId',
    source: bankStatements,
    names: { bankStatementNumber: ({ documentId }) => documentId },
  });
  return {
    order: namesBeside(ofOrder),
    orderVersion: namesBeside([
      ...ofOrder,
      beside({ id: 'clientId', source: clients, names: { clientName: ({ name }) => name } }),
    ]),
    deliveryNote: namesBeside([orderNumber(sources)]),
    invoice: namesBeside([
      orderNumber(sources),
      beside({
        id: 'deliveryNoteId',
        source: deliveryNotes,
        names: { deliveryNoteNumber: ({ documentId }) => documentId },
      }),
      invoiceNumber('correctsInvoiceId', 'correctsInvoiceNumber'),
    ]),
    payment: namesBeside([
      invoiceNumber('invoiceId', 'invoiceNumber'),
      invoiceNumber('creditNoteId', 'creditNoteNumber'),
      invoiceNumber('allocatedInvoiceId', 'allocatedInvoiceNumber'),
      statementNumber,
    ]),
    purchaseOrder: namesBeside(ofPurchaseOrder),
    purchaseOrderVersion: namesBeside([
      ...ofPurchaseOrder,
      beside({ id: 'supplierId', source: suppliers, names: { supplierName: ({ name }) => name } }),
    ]),
    bankStatement: namesBeside([
      beside({
        id: 'accountNumber',
        keyOf: ({ accountNumber }) => plainNumber(accountNumber as string),
        source: sources.bankAccounts,
        names: { bankAccountName: ({ name }) => name },
      }),
      ...bankLineNames(sources.paidDocuments, 'lines'),
    ]),
    bankLine: namesBeside(bankLineNames(sources.paidDocuments)),
    bankLineOfAny: namesBeside([statementNumber, ...bankLineNames(sources.paidDocuments)]),
  };
}
