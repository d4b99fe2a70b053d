// Original file: proto/common/v1/common.proto

import type { DateRange__Input as _common_v1_DateRange__Input, DateRange as _common_v1_DateRange } from '../../common/v1/DateRange.ts';

export interface ListQuery__Input {
  'page'?: (number);
  'limit'?: (number);
  'sort'?: (string);
  'search'?: (string);
  'updatedSince'?: (string);
  'after'?: (string);
  'ranges'?: (_common_v1_DateRange__Input)[];
  'onlyFields'?: (string)[];
  'totals'?: (boolean);
  '_search'?: "search";
  '_updatedSince'?: "updatedSince";
  '_after'?: "after";
  '_totals'?: "totals";
}

export interface ListQuery {
  'page': (number);
  'limit': (number);
  'sort': (string);
  'search'?: (string);
  'updatedSince'?: (string);
  'after'?: (string);
  'ranges': (_common_v1_DateRange)[];
  'onlyFields': (string)[];
  'totals'?: (boolean);
}
