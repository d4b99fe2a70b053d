// Original file: proto/finance/v1/report.proto

import type { TaxReportRow__Input as _finance_v1_TaxReportRow__Input, TaxReportRow as _finance_v1_TaxReportRow } from '../../finance/v1/TaxReportRow.ts';

export interface TaxReport__Input {
  'rows'?: (_finance_v1_TaxReportRow__Input)[];
  'asOf'?: (string);
}

export interface TaxReport {
  'rows': (_finance_v1_TaxReportRow)[];
  'asOf': (string);
}
