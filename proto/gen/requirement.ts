import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetMaterialRequirementsRequest__Input as _finance_v1_GetMaterialRequirementsRequest__Input, GetMaterialRequirementsRequest as _finance_v1_GetMaterialRequirementsRequest } from './finance/v1/GetMaterialRequirementsRequest.ts';
import type { MaterialRequirementServiceClient as _finance_v1_MaterialRequirementServiceClient, MaterialRequirementServiceDefinition as _finance_v1_MaterialRequirementServiceDefinition } from './finance/v1/MaterialRequirementService.ts';
import type { MaterialRequirements__Input as _finance_v1_MaterialRequirements__Input, MaterialRequirements as _finance_v1_MaterialRequirements } from './finance/v1/MaterialRequirements.ts';
import type { MaterialRequirementsRow__Input as _finance_v1_MaterialRequirementsRow__Input, MaterialRequirementsRow as _finance_v1_MaterialRequirementsRow } from './finance/v1/MaterialRequirementsRow.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      GetMaterialRequirementsRequest: MessageTypeDefinition<_finance_v1_GetMaterialRequirementsRequest__Input, _finance_v1_GetMaterialRequirementsRequest>
      MaterialRequirementService: SubtypeConstructor<typeof grpc.Client, _finance_v1_MaterialRequirementServiceClient> & { service: _finance_v1_MaterialRequirementServiceDefinition }
      MaterialRequirements: MessageTypeDefinition<_finance_v1_MaterialRequirements__Input, _finance_v1_MaterialRequirements>
      MaterialRequirementsRow: MessageTypeDefinition<_finance_v1_MaterialRequirementsRow__Input, _finance_v1_MaterialRequirementsRow>
    }
  }
}

