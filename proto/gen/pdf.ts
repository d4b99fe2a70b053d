import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from './finance/v1/Pdf.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      Pdf: MessageTypeDefinition<_finance_v1_Pdf__Input, _finance_v1_Pdf>
    }
  }
}

