// Original file: proto/identity/v1/session.proto


export interface LogoutRequest__Input {
}

export interface LogoutRequest {
}
