import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetPartyRequest__Input as _finance_v1_GetPartyRequest__Input, GetPartyRequest as _finance_v1_GetPartyRequest } from './finance/v1/GetPartyRequest.ts';
import type { Party__Input as _finance_v1_Party__Input, Party as _finance_v1_Party } from './finance/v1/Party.ts';
import type { PartyServiceClient as _finance_v1_PartyServiceClient, PartyServiceDefinition as _finance_v1_PartyServiceDefinition } from './finance/v1/PartyService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      GetPartyRequest: MessageTypeDefinition<_finance_v1_GetPartyRequest__Input, _finance_v1_GetPartyRequest>
      Party: MessageTypeDefinition<_finance_v1_Party__Input, _finance_v1_Party>
      PartyService: SubtypeConstructor<typeof grpc.Client, _finance_v1_PartyServiceClient> & { service: _finance_v1_PartyServiceDefinition }
    }
  }
}

