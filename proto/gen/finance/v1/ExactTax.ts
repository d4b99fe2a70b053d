// Original file: proto/finance/v1/tax.proto


export interface ExactTax__Input {
  'rate'?: (string);
  'base'?: (string);
  'amount'?: (string);
  'reason'?: (string);
  '_reason'?: "reason";
}

export interface ExactTax {
  'rate': (string);
  'base': (string);
  'amount': (string);
  'reason'?: (string);
}
