// Original file: proto/finance/v1/order.proto

import type { SalesOrder__Input as _finance_v1_SalesOrder__Input, SalesOrder as _finance_v1_SalesOrder } from '../../finance/v1/SalesOrder.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from '../../common/v1/ListTotals.ts';

export interface OrderPage__Input {
  'data'?: (_finance_v1_SalesOrder__Input)[];
  'total'?: (number);
  'next'?: (string);
  'totals'?: (_common_v1_ListTotals__Input | null);
  '_next'?: "next";
}

export interface OrderPage {
  'data': (_finance_v1_SalesOrder)[];
  'total': (number);
  'next'?: (string);
  'totals': (_common_v1_ListTotals | null);
}
