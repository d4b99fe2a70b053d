// Original file: proto/product/v1/bom.proto


export interface BomCostDrift__Input {
  'ratesInUsd'?: (number | string);
  'materialsInUsd'?: (number | string);
  'totalInUsd'?: (number | string);
  '_ratesInUsd'?: "ratesInUsd";
  '_materialsInUsd'?: "materialsInUsd";
  '_totalInUsd'?: "totalInUsd";
}

export interface BomCostDrift {
  'ratesInUsd'?: (number);
  'materialsInUsd'?: (number);
  'totalInUsd'?: (number);
}
