// Original file: proto/finance/v1/report.proto


export interface GetMarginRequest__Input {
  'clientId'?: (string);
  'styleId'?: (string);
  'from'?: (string);
  'to'?: (string);
  '_clientId'?: "clientId";
  '_styleId'?: "styleId";
  '_from'?: "from";
  '_to'?: "to";
}

export interface GetMarginRequest {
  'clientId'?: (string);
  'styleId'?: (string);
  'from'?: (string);
  'to'?: (string);
}
