// Original file: proto/common/v1/common.proto


export interface VersionRequest__Input {
}

export interface VersionRequest {
}
