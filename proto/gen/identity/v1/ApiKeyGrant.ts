// Original file: proto/identity/v1/api_key.proto


export interface ApiKeyGrant__Input {
  'id'?: (string);
  'org_id'?: (string);
  'scopes'?: (string)[];
  'rate_limit'?: (number);
  'until'?: (string);
  '_until'?: "until";
}

export interface ApiKeyGrant {
  'id': (string);
  'org_id': (string);
  'scopes': (string)[];
  'rate_limit': (number);
  'until'?: (string);
}
