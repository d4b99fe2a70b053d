// Original file: proto/finance/v1/order.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ConfirmOrderRequest__Input as _finance_v1_ConfirmOrderRequest__Input, ConfirmOrderRequest as _finance_v1_ConfirmOrderRequest } from '../../finance/v1/ConfirmOrderRequest.ts';
import type { CreateOrderRequest__Input as _finance_v1_CreateOrderRequest__Input, CreateOrderRequest as _finance_v1_CreateOrderRequest } from '../../finance/v1/CreateOrderRequest.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from '../../common/v1/Deleted.ts';
import type { GetOrderVersionRequest__Input as _finance_v1_GetOrderVersionRequest__Input, GetOrderVersionRequest as _finance_v1_GetOrderVersionRequest } from '../../finance/v1/GetOrderVersionRequest.ts';
import type { ListOrdersRequest__Input as _finance_v1_ListOrdersRequest__Input, ListOrdersRequest as _finance_v1_ListOrdersRequest } from '../../finance/v1/ListOrdersRequest.ts';
import type { OrderPage__Input as _finance_v1_OrderPage__Input, OrderPage as _finance_v1_OrderPage } from '../../finance/v1/OrderPage.ts';
import type { OrderReply__Input as _finance_v1_OrderReply__Input, OrderReply as _finance_v1_OrderReply } from '../../finance/v1/OrderReply.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from '../../common/v1/RecordRequest.ts';
import type { SalesOrderVersion__Input as _finance_v1_SalesOrderVersion__Input, SalesOrderVersion as _finance_v1_SalesOrderVersion } from '../../finance/v1/SalesOrderVersion.ts';
import type { UpdateOrderRequest__Input as _finance_v1_UpdateOrderRequest__Input, UpdateOrderRequest as _finance_v1_UpdateOrderRequest } from '../../finance/v1/UpdateOrderRequest.ts';

export interface OrderServiceClient extends grpc.Client {
  CancelOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CancelOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CancelOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CancelOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  cancelOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  cancelOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  cancelOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  cancelOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  CompleteOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CompleteOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CompleteOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CompleteOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  completeOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  completeOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  completeOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  completeOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  ConfirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  ConfirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  ConfirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  ConfirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  confirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  confirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  confirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  confirmOrder(argument: _finance_v1_ConfirmOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  CreateOrder(argument: _finance_v1_CreateOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CreateOrder(argument: _finance_v1_CreateOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CreateOrder(argument: _finance_v1_CreateOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  CreateOrder(argument: _finance_v1_CreateOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  createOrder(argument: _finance_v1_CreateOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  createOrder(argument: _finance_v1_CreateOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  createOrder(argument: _finance_v1_CreateOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  createOrder(argument: _finance_v1_CreateOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  DeleteOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  DeleteOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  deleteOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_common_v1_Deleted>): grpc.ClientUnaryCall;
  
  GetOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  GetOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  GetOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  GetOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  getOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  getOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  getOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  getOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  GetOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  GetOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  GetOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  GetOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  getOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  getOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  getOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  getOrderVersion(argument: _finance_v1_GetOrderVersionRequest__Input, callback: grpc.requestCallback<_finance_v1_SalesOrderVersion>): grpc.ClientUnaryCall;
  
  ListOrders(argument: _finance_v1_ListOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  ListOrders(argument: _finance_v1_ListOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  ListOrders(argument: _finance_v1_ListOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  ListOrders(argument: _finance_v1_ListOrdersRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  listOrders(argument: _finance_v1_ListOrdersRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  listOrders(argument: _finance_v1_ListOrdersRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  listOrders(argument: _finance_v1_ListOrdersRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  listOrders(argument: _finance_v1_ListOrdersRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderPage>): grpc.ClientUnaryCall;
  
  ShipOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  ShipOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  ShipOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  ShipOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  shipOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  shipOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  shipOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  shipOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  StartOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  StartOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  StartOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  StartOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  startOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  startOrder(argument: _common_v1_RecordRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  startOrder(argument: _common_v1_RecordRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  startOrder(argument: _common_v1_RecordRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
  UpdateOrder(argument: _finance_v1_UpdateOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  UpdateOrder(argument: _finance_v1_UpdateOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  UpdateOrder(argument: _finance_v1_UpdateOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  UpdateOrder(argument: _finance_v1_UpdateOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  updateOrder(argument: _finance_v1_UpdateOrderRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  updateOrder(argument: _finance_v1_UpdateOrderRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  updateOrder(argument: _finance_v1_UpdateOrderRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  updateOrder(argument: _finance_v1_UpdateOrderRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderReply>): grpc.ClientUnaryCall;
  
}

export interface OrderServiceHandlers extends grpc.UntypedServiceImplementation {
  CancelOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_OrderReply__Input>;
  
  CompleteOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_OrderReply__Input>;
  
  ConfirmOrder: grpc.handleUnaryCall<_finance_v1_ConfirmOrderRequest, _finance_v1_OrderReply__Input>;
  
  CreateOrder: grpc.handleUnaryCall<_finance_v1_CreateOrderRequest, _finance_v1_OrderReply__Input>;
  
  DeleteOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _common_v1_Deleted__Input>;
  
  GetOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_OrderReply__Input>;
  
  GetOrderVersion: grpc.handleUnaryCall<_finance_v1_GetOrderVersionRequest, _finance_v1_SalesOrderVersion__Input>;
  
  ListOrders: grpc.handleUnaryCall<_finance_v1_ListOrdersRequest, _finance_v1_OrderPage__Input>;
  
  ShipOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_OrderReply__Input>;
  
  StartOrder: grpc.handleUnaryCall<_common_v1_RecordRequest, _finance_v1_OrderReply__Input>;
  
  UpdateOrder: grpc.handleUnaryCall<_finance_v1_UpdateOrderRequest, _finance_v1_OrderReply__Input>;
  
}

export interface OrderServiceDefinition extends grpc.ServiceDefinition {
  CancelOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_OrderReply__Input, _common_v1_RecordRequest, _finance_v1_OrderReply>
  CompleteOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_OrderReply__Input, _common_v1_RecordRequest, _finance_v1_OrderReply>
  ConfirmOrder: MethodDefinition<_finance_v1_ConfirmOrderRequest__Input, _finance_v1_OrderReply__Input, _finance_v1_ConfirmOrderRequest, _finance_v1_OrderReply>
  CreateOrder: MethodDefinition<_finance_v1_CreateOrderRequest__Input, _finance_v1_OrderReply__Input, _finance_v1_CreateOrderRequest, _finance_v1_OrderReply>
  DeleteOrder: MethodDefinition<_common_v1_RecordRequest__Input, _common_v1_Deleted__Input, _common_v1_RecordRequest, _common_v1_Deleted>
  GetOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_OrderReply__Input, _common_v1_RecordRequest, _finance_v1_OrderReply>
  GetOrderVersion: MethodDefinition<_finance_v1_GetOrderVersionRequest__Input, _finance_v1_SalesOrderVersion__Input, _finance_v1_GetOrderVersionRequest, _finance_v1_SalesOrderVersion>
  ListOrders: MethodDefinition<_finance_v1_ListOrdersRequest__Input, _finance_v1_OrderPage__Input, _finance_v1_ListOrdersRequest, _finance_v1_OrderPage>
  ShipOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_OrderReply__Input, _common_v1_RecordRequest, _finance_v1_OrderReply>
  StartOrder: MethodDefinition<_common_v1_RecordRequest__Input, _finance_v1_OrderReply__Input, _common_v1_RecordRequest, _finance_v1_OrderReply>
  UpdateOrder: MethodDefinition<_finance_v1_UpdateOrderRequest__Input, _finance_v1_OrderReply__Input, _finance_v1_UpdateOrderRequest, _finance_v1_OrderReply>
}
