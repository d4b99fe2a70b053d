// Original file: proto/product/v1/snapshot.proto


export interface MaterialSnapshot__Input {
  'orgId'?: (string);
  'revision'?: (number);
  'id'?: (string);
  'documentId'?: (string);
  'name'?: (string);
  'status'?: (string);
  'unit'?: (string);
  'supplierId'?: (string);
  'costInNativeCurrency'?: (number | string);
  'nativeCurrency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number | string);
  '_unit'?: "unit";
  '_supplierId'?: "supplierId";
  '_costInNativeCurrency'?: "costInNativeCurrency";
  '_nativeCurrency'?: "nativeCurrency";
  '_leadTimeDays'?: "leadTimeDays";
  '_moq'?: "moq";
}

export interface MaterialSnapshot {
  'orgId': (string);
  'revision': (number);
  'id': (string);
  'documentId': (string);
  'name': (string);
  'status': (string);
  'unit'?: (string);
  'supplierId'?: (string);
  'costInNativeCurrency'?: (number);
  'nativeCurrency'?: (string);
  'leadTimeDays'?: (number);
  'moq'?: (number);
}
