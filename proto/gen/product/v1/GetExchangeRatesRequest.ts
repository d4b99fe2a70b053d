// Original file: proto/product/v1/exchange_rate.proto


export interface GetExchangeRatesRequest__Input {
}

export interface GetExchangeRatesRequest {
}
