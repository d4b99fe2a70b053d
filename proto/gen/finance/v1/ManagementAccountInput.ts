// Original file: proto/finance/v1/management_account.proto


export interface ManagementAccountInput__Input {
  'code'?: (string);
  'name'?: (string);
  'category'?: (string);
  'type'?: (string);
  'parentId'?: (string);
  'description'?: (string);
  'status'?: (string);
  '_code'?: "code";
  '_name'?: "name";
  '_category'?: "category";
  '_type'?: "type";
  '_parentId'?: "parentId";
  '_description'?: "description";
  '_status'?: "status";
}

export interface ManagementAccountInput {
  'code'?: (string);
  'name'?: (string);
  'category'?: (string);
  'type'?: (string);
  'parentId'?: (string);
  'description'?: (string);
  'status'?: (string);
}
