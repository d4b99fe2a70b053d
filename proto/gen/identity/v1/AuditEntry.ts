// Original file: proto/identity/v1/audit.proto


export interface AuditEntry__Input {
  'id'?: (string);
  'org_id'?: (string);
  'action'?: (string);
  'actor'?: (string);
  'record_type'?: (string);
  'record_id'?: (string);
  'changed'?: (string)[];
  'created_at'?: (string);
  'address'?: (string);
  'request_id'?: (string);
  'actor_name'?: (string);
  '_actor'?: "actor";
  '_actor_name'?: "actor_name";
  '_record_type'?: "record_type";
  '_record_id'?: "record_id";
  '_address'?: "address";
}

export interface AuditEntry {
  'id': (string);
  'org_id': (string);
  'action': (string);
  'actor'?: (string);
  'record_type'?: (string);
  'record_id'?: (string);
  'changed': (string)[];
  'created_at': (string);
  'address'?: (string);
  'request_id': (string);
  'actor_name'?: (string);
}
