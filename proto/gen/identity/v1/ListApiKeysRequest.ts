// Original file: proto/identity/v1/api_key.proto


export interface ListApiKeysRequest__Input {
  'after'?: (string);
  'limit'?: (number);
  '_after'?: "after";
  '_limit'?: "limit";
}

export interface ListApiKeysRequest {
  'after'?: (string);
  'limit'?: (number);
}
