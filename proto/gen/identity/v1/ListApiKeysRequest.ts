// Original file: proto/identity/v1/api_key.proto


export interface ListApiKeysRequest__Input {
}

export interface ListApiKeysRequest {
}
