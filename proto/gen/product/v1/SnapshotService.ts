// Original file: proto/product/v1/snapshot.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetSnapshotsRequest__Input as _product_v1_GetSnapshotsRequest__Input, GetSnapshotsRequest as _product_v1_GetSnapshotsRequest } from '../../product/v1/GetSnapshotsRequest.ts';
import type { GetStylesOfSkusRequest__Input as _product_v1_GetStylesOfSkusRequest__Input, GetStylesOfSkusRequest as _product_v1_GetStylesOfSkusRequest } from '../../product/v1/GetStylesOfSkusRequest.ts';
import type { ListSnapshotsRequest__Input as _product_v1_ListSnapshotsRequest__Input, ListSnapshotsRequest as _product_v1_ListSnapshotsRequest } from '../../product/v1/ListSnapshotsRequest.ts';
import type { Snapshots__Input as _product_v1_Snapshots__Input, Snapshots as _product_v1_Snapshots } from '../../product/v1/Snapshots.ts';

export interface SnapshotServiceClient extends grpc.Client {
  GetSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  GetSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  GetSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  GetSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getSnapshots(argument: _product_v1_GetSnapshotsRequest__Input, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  
  GetStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  GetStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  GetStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  GetStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  getStylesOfSkus(argument: _product_v1_GetStylesOfSkusRequest__Input, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  
  ListSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  ListSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  ListSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  ListSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  listSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  listSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  listSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  listSnapshots(argument: _product_v1_ListSnapshotsRequest__Input, callback: grpc.requestCallback<_product_v1_Snapshots>): grpc.ClientUnaryCall;
  
}

export interface SnapshotServiceHandlers extends grpc.UntypedServiceImplementation {
  GetSnapshots: grpc.handleUnaryCall<_product_v1_GetSnapshotsRequest, _product_v1_Snapshots__Input>;
  
  GetStylesOfSkus: grpc.handleUnaryCall<_product_v1_GetStylesOfSkusRequest, _product_v1_Snapshots__Input>;
  
  ListSnapshots: grpc.handleUnaryCall<_product_v1_ListSnapshotsRequest, _product_v1_Snapshots__Input>;
  
}

export interface SnapshotServiceDefinition extends grpc.ServiceDefinition {
  GetSnapshots: MethodDefinition<_product_v1_GetSnapshotsRequest__Input, _product_v1_Snapshots__Input, _product_v1_GetSnapshotsRequest, _product_v1_Snapshots>
  GetStylesOfSkus: MethodDefinition<_product_v1_GetStylesOfSkusRequest__Input, _product_v1_Snapshots__Input, _product_v1_GetStylesOfSkusRequest, _product_v1_Snapshots>
  ListSnapshots: MethodDefinition<_product_v1_ListSnapshotsRequest__Input, _product_v1_Snapshots__Input, _product_v1_ListSnapshotsRequest, _product_v1_Snapshots>
}
