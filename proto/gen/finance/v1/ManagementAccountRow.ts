// Original file: proto/finance/v1/management_account.proto


export interface ManagementAccountRow__Input {
  'id'?: (string);
  'code'?: (string);
  'name'?: (string);
  'category'?: (string);
  'type'?: (string);
  'parentId'?: (string);
  'description'?: (string);
  'status'?: (string);
  '_id'?: "id";
  '_category'?: "category";
  '_type'?: "type";
  '_parentId'?: "parentId";
  '_description'?: "description";
  '_status'?: "status";
}

export interface ManagementAccountRow {
  'id'?: (string);
  'code': (string);
  'name': (string);
  'category'?: (string);
  'type'?: (string);
  'parentId'?: (string);
  'description'?: (string);
  'status'?: (string);
}
