// Original file: proto/identity/v1/session.proto


export interface SessionEnded__Input {
}

export interface SessionEnded {
}
