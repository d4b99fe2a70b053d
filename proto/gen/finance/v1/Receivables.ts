// Original file: proto/finance/v1/report.proto

import type { ReceivablesRow__Input as _finance_v1_ReceivablesRow__Input, ReceivablesRow as _finance_v1_ReceivablesRow } from '../../finance/v1/ReceivablesRow.ts';

export interface Receivables__Input {
  'rows'?: (_finance_v1_ReceivablesRow__Input)[];
  'asOf'?: (string);
}

export interface Receivables {
  'rows': (_finance_v1_ReceivablesRow)[];
  'asOf': (string);
}
