// Original file: proto/identity/v1/api_key.proto


export interface ApiKey__Input {
  'id'?: (string);
  'org_id'?: (string);
  'name'?: (string);
  'permissions'?: (string)[];
  'scopes'?: (string)[];
  'rate_limit'?: (number);
  'created_at'?: (string);
  'expires_at'?: (string);
  'is_active'?: (boolean);
  'last_used_at'?: (string);
  'created_by_id'?: (string);
  'last_four'?: (string);
  'updated_at'?: (string);
  'created_by_name'?: (string);
  '_expires_at'?: "expires_at";
  '_last_used_at'?: "last_used_at";
  '_created_by_id'?: "created_by_id";
  '_created_by_name'?: "created_by_name";
}

export interface ApiKey {
  'id': (string);
  'org_id': (string);
  'name': (string);
  'permissions': (string)[];
  'scopes': (string)[];
  'rate_limit': (number);
  'created_at': (string);
  'expires_at'?: (string);
  'is_active': (boolean);
  'last_used_at'?: (string);
  'created_by_id'?: (string);
  'last_four': (string);
  'updated_at': (string);
  'created_by_name'?: (string);
}
