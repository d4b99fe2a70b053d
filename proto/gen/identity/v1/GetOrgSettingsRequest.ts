// Original file: proto/identity/v1/org.proto


export interface GetOrgSettingsRequest__Input {
}

export interface GetOrgSettingsRequest {
}
