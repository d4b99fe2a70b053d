// Original file: proto/identity/v1/api_key.proto


export interface NewApiKey__Input {
  'name'?: (string);
  'permissions'?: (string)[];
  'rate_limit'?: (number);
  'expires_at'?: (string);
  '_rate_limit'?: "rate_limit";
  '_expires_at'?: "expires_at";
}

export interface NewApiKey {
  'name': (string);
  'permissions': (string)[];
  'rate_limit'?: (number);
  'expires_at'?: (string);
}
