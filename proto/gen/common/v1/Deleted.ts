// Original file: proto/common/v1/common.proto


export interface Deleted__Input {
  'deletedId'?: (string);
  'eventId'?: (string);
  'replayed'?: (boolean);
}

export interface Deleted {
  'deletedId': (string);
  'eventId': (string);
  'replayed': (boolean);
}
