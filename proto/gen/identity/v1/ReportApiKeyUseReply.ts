// Original file: proto/identity/v1/api_key.proto


export interface ReportApiKeyUseReply__Input {
}

export interface ReportApiKeyUseReply {
}
