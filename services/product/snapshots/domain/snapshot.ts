import type { Bom } from '../../boms/domain/bom.ts';
import type { Client } from '../../clients/domain/client.ts';
import type { Material } from '../../materials/domain/material.ts';
import { type Sku, styleOfSku } from '../../styles/domain/sku.ts';
import type { Style } from '../../styles/domain/style.ts';
import type { Supplier } from '../../suppliers/domain/supplier.ts';

/** What others copy of a record of each kind. */
export interface Copied {
  client: Pick<
    Client,
    | Head
    | 'name'
    | 'status'
    | 'currency'
    | 'priceCategory'
    | 'paymentTerms'
    | 'country'
    | 'billingAddress'
    | 'taxId'
    | 'maxAccountValue'
  >;
  supplier: Pick<Supplier, Head | 'name' | 'status' | 'currency' | 'country'>;
  style: Pick<Style, Head | 'documentId' | 'name' | 'refId' | 'status' | 'clientId'> & { skus: CopiedSku[] };
  material: Pick<Material, Head | 'documentId' | 'name' | 'status' | 'unit'>;
  bom: Pick<Bom, Head | 'documentId' | 'styleId' | 'status'>;
}

type Head = 'id' | 'orgId' | 'revision';
export type CopiedSku = Pick<Sku, 'id' | 'documentId' | 'color' | 'size'>;
export type CopiedKind = keyof Copied;

export { styleOfSku };
