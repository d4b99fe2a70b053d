// Original file: proto/common/v1/common.proto


export interface ListQuery__Input {
  'page'?: (number);
  'limit'?: (number);
  'sort'?: (string);
  'search'?: (string);
  'updatedSince'?: (string);
  'after'?: (string);
  '_search'?: "search";
  '_updatedSince'?: "updatedSince";
  '_after'?: "after";
}

export interface ListQuery {
  'page': (number);
  'limit': (number);
  'sort': (string);
  'search'?: (string);
  'updatedSince'?: (string);
  'after'?: (string);
}
