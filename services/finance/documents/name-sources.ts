import { beside, type NameRule, type NameSource } from '#chassis/records/names-beside.ts';
import type { Copy } from '../local-copies/domain/copy.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { StyleNames } from '../local-copies/reader-repository.ts';
import { type PaidDocument, type PayableSources, paidDocuments } from './paid-documents.ts';

type Numbered = Record<'documentId', string | null>;

/** The records whose names stand beside ids in documents, by id (decisions 1: Names). */
export interface NameSources {
  clients: NameSource<Copy['client']>;
  suppliers: NameSource<Copy['supplier']>;
  /** By `styleKey`. */
  styles: NameSource<StyleNames>;
  materials: NameSource<Copy['material']>;
  boms: NameSource<Copy['bom']>;
  accounts: NameSource<Record<'name' | 'code', string | null>>;
  orders: NameSource<Numbered>;
  deliveryNotes: NameSource<Numbered>;
  invoices: PayableSources['invoices'];
  bankStatements: NameSource<Numbered>;
  /** By `plainNumber`. */
  bankAccounts: NameSource<Record<'name', string | null>>;
  /** Invoices by id, and purchase orders by documentId: the ids that callers know. */
  paidDocuments: NameSource<PaidDocument>;
}

type OwnSources = Omit<NameSources, 'clients' | 'suppliers' | 'styles' | 'materials' | 'boms' | 'paidDocuments'> &
  PayableSources;

/** The sources: finance's own records, and the local copies of product's records. */
export const nameSources = (
  copies: Pick<LocalCopies, 'known' | 'styleNames'>,
  { purchaseOrders, ...own }: OwnSources,
): NameSources => ({
  clients: (scope, ids) => copies.known(scope, 'client', ids),
  suppliers: (scope, ids) => copies.known(scope, 'supplier', ids),
  materials: (scope, ids) => copies.known(scope, 'material', ids),
  boms: (scope, ids) => copies.known(scope, 'bom', ids),
  async styles(scope, keys) {
    const items = keys.map((key) => {
      const [styleId = '', skuId = ''] = key.split(SEPARATOR);
      return { styleId, skuId: skuId || null };
    });
    const names = await copies.styleNames(scope, items);
    return new Map([...names].map(([item, found]) => [styleKey(item), found]));
  },
  paidDocuments: paidDocuments(copies, { invoices: own.invoices, purchaseOrders }),
  ...own,
});

const SEPARATOR = ' ';

/** The key of the names of a style and a SKU. */
const styleKey = ({ styleId, skuId }: { styleId?: unknown; skuId?: unknown }): string =>
  `${styleId}${SEPARATOR}${skuId ?? ''}`;

/** The names of the style and the SKU of each line. */
export const styleNamesIn = (within: string, { styles }: Pick<NameSources, 'styles'>): NameRule =>
  beside({
    within,
    id: 'styleId',
    keyOf: styleKey,
    source: styles,
    names: {
      styleName: ({ styleName }) => styleName,
      refId: ({ refId }) => refId,
      color: ({ color }) => color,
      size: ({ size }) => size,
    },
  });

/** The number of the BOM of each line. */
export const bomNumberIn = (within: string, { boms }: Pick<NameSources, 'boms'>): NameRule =>
  beside({ within, id: 'bomId', source: boms, names: { bomNumber: ({ documentId }) => documentId } });

/** The number of the order of a document. */
export const orderNumber = ({ orders }: Pick<NameSources, 'orders'>): NameRule =>
  beside({ id: 'salesOrderId', source: orders, names: { orderNumber: ({ documentId }) => documentId } });
