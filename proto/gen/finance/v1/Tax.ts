// Original file: proto/finance/v1/tax.proto


export interface Tax__Input {
  'rate'?: (number | string);
  'base'?: (number | string);
  'amount'?: (number | string);
  'reason'?: (string);
  '_rate'?: "rate";
  '_reason'?: "reason";
}

export interface Tax {
  'rate'?: (number);
  'base': (number);
  'amount': (number);
  'reason'?: (string);
}
