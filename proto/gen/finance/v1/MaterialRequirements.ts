// Original file: proto/finance/v1/requirement.proto

import type { MaterialRequirementsRow__Input as _finance_v1_MaterialRequirementsRow__Input, MaterialRequirementsRow as _finance_v1_MaterialRequirementsRow } from '../../finance/v1/MaterialRequirementsRow.ts';

export interface MaterialRequirements__Input {
  'rows'?: (_finance_v1_MaterialRequirementsRow__Input)[];
  'asOf'?: (string);
}

export interface MaterialRequirements {
  'rows': (_finance_v1_MaterialRequirementsRow)[];
  'asOf': (string);
}
