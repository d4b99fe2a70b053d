// Original file: proto/identity/v1/org.proto


export interface Org__Input {
  'id'?: (string);
  'name'?: (string);
  'legal_name'?: (string);
  'address'?: (string);
  'tax_id'?: (string);
  'time_zone'?: (string);
  'default_currency'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'over_invoicing_percent'?: (number | string);
  'invoice_number_format'?: (string);
  'registration_number'?: (string);
  'phone'?: (string);
  'website'?: (string);
  '_legal_name'?: "legal_name";
  '_address'?: "address";
  '_tax_id'?: "tax_id";
  '_time_zone'?: "time_zone";
  '_default_currency'?: "default_currency";
  '_over_invoicing_percent'?: "over_invoicing_percent";
  '_invoice_number_format'?: "invoice_number_format";
  '_registration_number'?: "registration_number";
  '_phone'?: "phone";
  '_website'?: "website";
}

export interface Org {
  'id': (string);
  'name': (string);
  'legal_name'?: (string);
  'address'?: (string);
  'tax_id'?: (string);
  'time_zone'?: (string);
  'default_currency'?: (string);
  'created_at': (string);
  'updated_at': (string);
  'over_invoicing_percent'?: (number);
  'invoice_number_format'?: (string);
  'registration_number'?: (string);
  'phone'?: (string);
  'website'?: (string);
}
