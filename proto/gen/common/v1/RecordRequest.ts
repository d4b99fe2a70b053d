// Original file: proto/common/v1/common.proto


export interface RecordRequest__Input {
  'id'?: (string);
  'expectedRevision'?: (number);
  'onlyFields'?: (string)[];
  '_expectedRevision'?: "expectedRevision";
}

export interface RecordRequest {
  'id': (string);
  'expectedRevision'?: (number);
  'onlyFields': (string)[];
}
