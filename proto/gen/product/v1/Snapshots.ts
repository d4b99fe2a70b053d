// Original file: proto/product/v1/snapshot.proto

import type { ClientSnapshot__Input as _product_v1_ClientSnapshot__Input, ClientSnapshot as _product_v1_ClientSnapshot } from '../../product/v1/ClientSnapshot.ts';
import type { SupplierSnapshot__Input as _product_v1_SupplierSnapshot__Input, SupplierSnapshot as _product_v1_SupplierSnapshot } from '../../product/v1/SupplierSnapshot.ts';
import type { StyleSnapshot__Input as _product_v1_StyleSnapshot__Input, StyleSnapshot as _product_v1_StyleSnapshot } from '../../product/v1/StyleSnapshot.ts';
import type { MaterialSnapshot__Input as _product_v1_MaterialSnapshot__Input, MaterialSnapshot as _product_v1_MaterialSnapshot } from '../../product/v1/MaterialSnapshot.ts';
import type { BomSnapshot__Input as _product_v1_BomSnapshot__Input, BomSnapshot as _product_v1_BomSnapshot } from '../../product/v1/BomSnapshot.ts';
import type { KitSnapshot__Input as _product_v1_KitSnapshot__Input, KitSnapshot as _product_v1_KitSnapshot } from '../../product/v1/KitSnapshot.ts';
import type { RecipeSnapshot__Input as _product_v1_RecipeSnapshot__Input, RecipeSnapshot as _product_v1_RecipeSnapshot } from '../../product/v1/RecipeSnapshot.ts';

export interface Snapshots__Input {
  'clients'?: (_product_v1_ClientSnapshot__Input)[];
  'suppliers'?: (_product_v1_SupplierSnapshot__Input)[];
  'styles'?: (_product_v1_StyleSnapshot__Input)[];
  'materials'?: (_product_v1_MaterialSnapshot__Input)[];
  'boms'?: (_product_v1_BomSnapshot__Input)[];
  'left'?: (string)[];
  'next'?: (string);
  'kits'?: (_product_v1_KitSnapshot__Input)[];
  'recipes'?: (_product_v1_RecipeSnapshot__Input)[];
  '_next'?: "next";
}

export interface Snapshots {
  'clients': (_product_v1_ClientSnapshot)[];
  'suppliers': (_product_v1_SupplierSnapshot)[];
  'styles': (_product_v1_StyleSnapshot)[];
  'materials': (_product_v1_MaterialSnapshot)[];
  'boms': (_product_v1_BomSnapshot)[];
  'left': (string)[];
  'next'?: (string);
  'kits': (_product_v1_KitSnapshot)[];
  'recipes': (_product_v1_RecipeSnapshot)[];
}
