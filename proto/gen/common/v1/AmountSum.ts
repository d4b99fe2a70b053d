// Original file: proto/common/v1/common.proto


export interface AmountSum__Input {
  'field'?: (string);
  'sum'?: (string);
}

export interface AmountSum {
  'field': (string);
  'sum': (string);
}
