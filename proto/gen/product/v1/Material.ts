// Original file: proto/product/v1/material.proto

import type { MaterialSku__Input as _product_v1_MaterialSku__Input, MaterialSku as _product_v1_MaterialSku } from '../../product/v1/MaterialSku.ts';

export interface Material__Input {
  'id'?: (string);
  'documentId'?: (string);
  'name'?: (string);
  'type'?: (string);
  'unit'?: (string);
  'refId'?: (string);
  'description'?: (string);
  'composition'?: (string);
  'color'?: (string);
  'widthCm'?: (number | string);
  'weightGsm'?: (number | string);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'costInNativeCurrency'?: (number | string);
  'nativeCurrency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number | string);
  'skus'?: (_product_v1_MaterialSku__Input)[];
  'status'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  'freeFields'?: (string);
  '_type'?: "type";
  '_unit'?: "unit";
  '_refId'?: "refId";
  '_description'?: "description";
  '_composition'?: "composition";
  '_color'?: "color";
  '_widthCm'?: "widthCm";
  '_weightGsm'?: "weightGsm";
  '_supplierId'?: "supplierId";
  '_supplierName'?: "supplierName";
  '_costInNativeCurrency'?: "costInNativeCurrency";
  '_nativeCurrency'?: "nativeCurrency";
  '_leadTimeDays'?: "leadTimeDays";
  '_moq'?: "moq";
  '_freeFields'?: "freeFields";
}

export interface Material {
  'id': (string);
  'documentId': (string);
  'name': (string);
  'type'?: (string);
  'unit'?: (string);
  'refId'?: (string);
  'description'?: (string);
  'composition'?: (string);
  'color'?: (string);
  'widthCm'?: (number);
  'weightGsm'?: (number);
  'supplierId'?: (string);
  'supplierName'?: (string);
  'costInNativeCurrency'?: (number);
  'nativeCurrency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number);
  'skus': (_product_v1_MaterialSku)[];
  'status': (string);
  'createdAt': (string);
  'updatedAt': (string);
  'freeFields'?: (string);
}
