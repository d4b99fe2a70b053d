// Original file: proto/finance/v1/management_account.proto


export interface ParentAccount__Input {
  'id'?: (string);
  'code'?: (string);
  'name'?: (string);
}

export interface ParentAccount {
  'id': (string);
  'code': (string);
  'name': (string);
}
