// Original file: proto/finance/v1/requirement.proto


export interface GetMaterialRequirementsRequest__Input {
  'orders'?: (string);
  '_orders'?: "orders";
}

export interface GetMaterialRequirementsRequest {
  'orders'?: (string);
}
