import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { BomSnapshot__Input as _product_v1_BomSnapshot__Input, BomSnapshot as _product_v1_BomSnapshot } from './product/v1/BomSnapshot.ts';
import type { ClientSnapshot__Input as _product_v1_ClientSnapshot__Input, ClientSnapshot as _product_v1_ClientSnapshot } from './product/v1/ClientSnapshot.ts';
import type { GetSnapshotsRequest__Input as _product_v1_GetSnapshotsRequest__Input, GetSnapshotsRequest as _product_v1_GetSnapshotsRequest } from './product/v1/GetSnapshotsRequest.ts';
import type { GetStylesOfSkusRequest__Input as _product_v1_GetStylesOfSkusRequest__Input, GetStylesOfSkusRequest as _product_v1_GetStylesOfSkusRequest } from './product/v1/GetStylesOfSkusRequest.ts';
import type { KitSnapshot__Input as _product_v1_KitSnapshot__Input, KitSnapshot as _product_v1_KitSnapshot } from './product/v1/KitSnapshot.ts';
import type { ListSnapshotsRequest__Input as _product_v1_ListSnapshotsRequest__Input, ListSnapshotsRequest as _product_v1_ListSnapshotsRequest } from './product/v1/ListSnapshotsRequest.ts';
import type { MaterialSnapshot__Input as _product_v1_MaterialSnapshot__Input, MaterialSnapshot as _product_v1_MaterialSnapshot } from './product/v1/MaterialSnapshot.ts';
import type { PackedKit__Input as _product_v1_PackedKit__Input, PackedKit as _product_v1_PackedKit } from './product/v1/PackedKit.ts';
import type { PackedSku__Input as _product_v1_PackedSku__Input, PackedSku as _product_v1_PackedSku } from './product/v1/PackedSku.ts';
import type { RecipeLine__Input as _product_v1_RecipeLine__Input, RecipeLine as _product_v1_RecipeLine } from './product/v1/RecipeLine.ts';
import type { RecipeSnapshot__Input as _product_v1_RecipeSnapshot__Input, RecipeSnapshot as _product_v1_RecipeSnapshot } from './product/v1/RecipeSnapshot.ts';
import type { SkuSnapshot__Input as _product_v1_SkuSnapshot__Input, SkuSnapshot as _product_v1_SkuSnapshot } from './product/v1/SkuSnapshot.ts';
import type { SnapshotServiceClient as _product_v1_SnapshotServiceClient, SnapshotServiceDefinition as _product_v1_SnapshotServiceDefinition } from './product/v1/SnapshotService.ts';
import type { Snapshots__Input as _product_v1_Snapshots__Input, Snapshots as _product_v1_Snapshots } from './product/v1/Snapshots.ts';
import type { StyleSnapshot__Input as _product_v1_StyleSnapshot__Input, StyleSnapshot as _product_v1_StyleSnapshot } from './product/v1/StyleSnapshot.ts';
import type { SupplierSnapshot__Input as _product_v1_SupplierSnapshot__Input, SupplierSnapshot as _product_v1_SupplierSnapshot } from './product/v1/SupplierSnapshot.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  product: {
    v1: {
      BomSnapshot: MessageTypeDefinition<_product_v1_BomSnapshot__Input, _product_v1_BomSnapshot>
      ClientSnapshot: MessageTypeDefinition<_product_v1_ClientSnapshot__Input, _product_v1_ClientSnapshot>
      GetSnapshotsRequest: MessageTypeDefinition<_product_v1_GetSnapshotsRequest__Input, _product_v1_GetSnapshotsRequest>
      GetStylesOfSkusRequest: MessageTypeDefinition<_product_v1_GetStylesOfSkusRequest__Input, _product_v1_GetStylesOfSkusRequest>
      KitSnapshot: MessageTypeDefinition<_product_v1_KitSnapshot__Input, _product_v1_KitSnapshot>
      ListSnapshotsRequest: MessageTypeDefinition<_product_v1_ListSnapshotsRequest__Input, _product_v1_ListSnapshotsRequest>
      MaterialSnapshot: MessageTypeDefinition<_product_v1_MaterialSnapshot__Input, _product_v1_MaterialSnapshot>
      PackedKit: MessageTypeDefinition<_product_v1_PackedKit__Input, _product_v1_PackedKit>
      PackedSku: MessageTypeDefinition<_product_v1_PackedSku__Input, _product_v1_PackedSku>
      RecipeLine: MessageTypeDefinition<_product_v1_RecipeLine__Input, _product_v1_RecipeLine>
      RecipeSnapshot: MessageTypeDefinition<_product_v1_RecipeSnapshot__Input, _product_v1_RecipeSnapshot>
      SkuSnapshot: MessageTypeDefinition<_product_v1_SkuSnapshot__Input, _product_v1_SkuSnapshot>
      SnapshotService: SubtypeConstructor<typeof grpc.Client, _product_v1_SnapshotServiceClient> & { service: _product_v1_SnapshotServiceDefinition }
      Snapshots: MessageTypeDefinition<_product_v1_Snapshots__Input, _product_v1_Snapshots>
      StyleSnapshot: MessageTypeDefinition<_product_v1_StyleSnapshot__Input, _product_v1_StyleSnapshot>
      SupplierSnapshot: MessageTypeDefinition<_product_v1_SupplierSnapshot__Input, _product_v1_SupplierSnapshot>
    }
  }
}

