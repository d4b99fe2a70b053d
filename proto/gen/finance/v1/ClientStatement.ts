// Original file: proto/finance/v1/report.proto

import type { ClientStatementRow__Input as _finance_v1_ClientStatementRow__Input, ClientStatementRow as _finance_v1_ClientStatementRow } from '../../finance/v1/ClientStatementRow.ts';

export interface ClientStatement__Input {
  'rows'?: (_finance_v1_ClientStatementRow__Input)[];
  'asOf'?: (string);
}

export interface ClientStatement {
  'rows': (_finance_v1_ClientStatementRow)[];
  'asOf': (string);
}
