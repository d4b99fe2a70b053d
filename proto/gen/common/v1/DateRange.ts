// Original file: proto/common/v1/common.proto


export interface DateRange__Input {
  'field'?: (string);
  'from'?: (string);
  'to'?: (string);
  '_from'?: "from";
  '_to'?: "to";
}

export interface DateRange {
  'field': (string);
  'from'?: (string);
  'to'?: (string);
}
