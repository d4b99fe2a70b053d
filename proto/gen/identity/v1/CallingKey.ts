// Original file: proto/identity/v1/api_key.proto


export interface CallingKey__Input {
  'id'?: (string);
  'org_id'?: (string);
  'org_name'?: (string);
}

export interface CallingKey {
  'id': (string);
  'org_id': (string);
  'org_name': (string);
}
