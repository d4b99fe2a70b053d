// Original file: proto/finance/v1/report.proto

import type { MarginRow__Input as _finance_v1_MarginRow__Input, MarginRow as _finance_v1_MarginRow } from '../../finance/v1/MarginRow.ts';

export interface Margin__Input {
  'rows'?: (_finance_v1_MarginRow__Input)[];
  'asOf'?: (string);
}

export interface Margin {
  'rows': (_finance_v1_MarginRow)[];
  'asOf': (string);
}
