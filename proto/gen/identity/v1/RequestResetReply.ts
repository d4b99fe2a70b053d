// Original file: proto/identity/v1/password.proto


export interface RequestResetReply__Input {
}

export interface RequestResetReply {
}
