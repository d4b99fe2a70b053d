// Original file: proto/identity/v1/org.proto


export interface OrgSettings__Input {
  'timeZone'?: (string);
  'defaultCurrency'?: (string);
  'legalName'?: (string);
  'address'?: (string);
  'taxId'?: (string);
  'overInvoicingPercent'?: (number | string);
  'invoiceNumberFormat'?: (string);
  'registrationNumber'?: (string);
  'phone'?: (string);
  'website'?: (string);
  '_timeZone'?: "timeZone";
  '_defaultCurrency'?: "defaultCurrency";
  '_address'?: "address";
  '_taxId'?: "taxId";
  '_overInvoicingPercent'?: "overInvoicingPercent";
  '_invoiceNumberFormat'?: "invoiceNumberFormat";
  '_registrationNumber'?: "registrationNumber";
  '_phone'?: "phone";
  '_website'?: "website";
}

export interface OrgSettings {
  'timeZone'?: (string);
  'defaultCurrency'?: (string);
  'legalName': (string);
  'address'?: (string);
  'taxId'?: (string);
  'overInvoicingPercent'?: (number);
  'invoiceNumberFormat'?: (string);
  'registrationNumber'?: (string);
  'phone'?: (string);
  'website'?: (string);
}
