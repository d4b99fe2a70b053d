// Original file: proto/finance/v1/finance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetPartyRequest__Input as _finance_v1_GetPartyRequest__Input, GetPartyRequest as _finance_v1_GetPartyRequest } from '../../finance/v1/GetPartyRequest.ts';
import type { Party__Input as _finance_v1_Party__Input, Party as _finance_v1_Party } from '../../finance/v1/Party.ts';

export interface PartyServiceClient extends grpc.Client {
  GetParty(argument: _finance_v1_GetPartyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  GetParty(argument: _finance_v1_GetPartyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  GetParty(argument: _finance_v1_GetPartyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  GetParty(argument: _finance_v1_GetPartyRequest__Input, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  getParty(argument: _finance_v1_GetPartyRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  getParty(argument: _finance_v1_GetPartyRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  getParty(argument: _finance_v1_GetPartyRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  getParty(argument: _finance_v1_GetPartyRequest__Input, callback: grpc.requestCallback<_finance_v1_Party>): grpc.ClientUnaryCall;
  
}

export interface PartyServiceHandlers extends grpc.UntypedServiceImplementation {
  GetParty: grpc.handleUnaryCall<_finance_v1_GetPartyRequest, _finance_v1_Party__Input>;
  
}

export interface PartyServiceDefinition extends grpc.ServiceDefinition {
  GetParty: MethodDefinition<_finance_v1_GetPartyRequest__Input, _finance_v1_Party__Input, _finance_v1_GetPartyRequest, _finance_v1_Party>
}
