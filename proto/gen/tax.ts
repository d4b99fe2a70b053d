import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ExactTax__Input as _finance_v1_ExactTax__Input, ExactTax as _finance_v1_ExactTax } from './finance/v1/ExactTax.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from './finance/v1/Tax.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      ExactTax: MessageTypeDefinition<_finance_v1_ExactTax__Input, _finance_v1_ExactTax>
      Tax: MessageTypeDefinition<_finance_v1_Tax__Input, _finance_v1_Tax>
    }
  }
}

