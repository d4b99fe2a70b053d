// Original file: proto/identity/v1/user.proto


export interface OrgUser__Input {
  'id'?: (string);
  'org_id'?: (string);
  'email'?: (string);
  'role'?: (string);
  'client_id'?: (string);
  'is_active'?: (boolean);
  'is_pending'?: (boolean);
  'user_metadata'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'name'?: (string);
  '_client_id'?: "client_id";
  '_name'?: "name";
}

export interface OrgUser {
  'id': (string);
  'org_id': (string);
  'email': (string);
  'role': (string);
  'client_id'?: (string);
  'is_active': (boolean);
  'is_pending': (boolean);
  'user_metadata': (string);
  'created_at': (string);
  'updated_at': (string);
  'name'?: (string);
}
