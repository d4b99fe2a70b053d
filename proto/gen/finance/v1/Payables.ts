// Original file: proto/finance/v1/report.proto

import type { PayablesRow__Input as _finance_v1_PayablesRow__Input, PayablesRow as _finance_v1_PayablesRow } from '../../finance/v1/PayablesRow.ts';

export interface Payables__Input {
  'rows'?: (_finance_v1_PayablesRow__Input)[];
  'asOf'?: (string);
}

export interface Payables {
  'rows': (_finance_v1_PayablesRow)[];
  'asOf': (string);
}
