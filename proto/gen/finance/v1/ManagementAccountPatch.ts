// Original file: proto/finance/v1/management_account.proto


export interface ManagementAccountPatch__Input {
  'code'?: (string);
  'name'?: (string);
  'category'?: (string);
  'type'?: (string);
  'parentId'?: (string);
  'description'?: (string);
  '_code'?: "code";
  '_name'?: "name";
  '_category'?: "category";
  '_type'?: "type";
  '_parentId'?: "parentId";
  '_description'?: "description";
}

export interface ManagementAccountPatch {
  'code'?: (string);
  'name'?: (string);
  'category'?: (string);
  'type'?: (string);
  'parentId'?: (string);
  'description'?: (string);
}
