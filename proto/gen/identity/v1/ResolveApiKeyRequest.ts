// Original file: proto/identity/v1/api_key.proto


export interface ResolveApiKeyRequest__Input {
  'hash'?: (string);
}

export interface ResolveApiKeyRequest {
  'hash': (string);
}
