// Original file: proto/identity/v1/api_key.proto


export interface ApiKeyUse__Input {
  'id'?: (string);
  'org_id'?: (string);
  'at'?: (string);
}

export interface ApiKeyUse {
  'id': (string);
  'org_id': (string);
  'at': (string);
}
