// Original file: proto/finance/v1/management_account.proto


export interface ImportManagementAccountsReply__Input {
  'created'?: (number);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface ImportManagementAccountsReply {
  'created': (number);
  'eventId': (string);
  'replayed': (boolean);
}
