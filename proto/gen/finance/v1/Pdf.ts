// Original file: proto/finance/v1/pdf.proto


export interface Pdf__Input {
  'content'?: (Buffer | Uint8Array | string);
  'fileName'?: (string);
  'revision'?: (number);
}

export interface Pdf {
  'content': (Buffer);
  'fileName': (string);
  'revision': (number);
}
