// Original file: proto/common/v1/common.proto


export interface Version__Input {
  'service'?: (string);
  'version'?: (string);
}

export interface Version {
  'service': (string);
  'version': (string);
}
