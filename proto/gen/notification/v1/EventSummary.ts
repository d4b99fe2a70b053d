// Original file: proto/notification/v1/event.proto


export interface EventSummary__Input {
  'id'?: (string);
  'type'?: (string);
  'timestamp'?: (string);
  'api_version'?: (string);
  'org_id'?: (string);
  'sequence'?: (number);
  'record_id'?: (string);
  '_record_id'?: "record_id";
}

export interface EventSummary {
  'id': (string);
  'type': (string);
  'timestamp': (string);
  'api_version': (string);
  'org_id': (string);
  'sequence': (number);
  'record_id'?: (string);
}
