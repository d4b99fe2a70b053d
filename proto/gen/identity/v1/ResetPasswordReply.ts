// Original file: proto/identity/v1/password.proto


export interface ResetPasswordReply__Input {
}

export interface ResetPasswordReply {
}
