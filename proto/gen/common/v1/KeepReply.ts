// Original file: proto/common/v1/release.proto


export interface KeepReply__Input {
}

export interface KeepReply {
}
