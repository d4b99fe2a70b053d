// Original file: proto/identity/v1/api_key.proto


export interface GetCallingKeyRequest__Input {
}

export interface GetCallingKeyRequest {
}
