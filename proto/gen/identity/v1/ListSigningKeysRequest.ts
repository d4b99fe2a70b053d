// Original file: proto/identity/v1/identity.proto


export interface ListSigningKeysRequest__Input {
}

export interface ListSigningKeysRequest {
}
