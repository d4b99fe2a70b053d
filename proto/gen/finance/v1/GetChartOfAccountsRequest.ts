// Original file: proto/finance/v1/management_account.proto


export interface GetChartOfAccountsRequest__Input {
}

export interface GetChartOfAccountsRequest {
}
