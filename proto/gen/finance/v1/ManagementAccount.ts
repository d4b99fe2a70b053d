// Original file: proto/finance/v1/management_account.proto

import type { ParentAccount__Input as _finance_v1_ParentAccount__Input, ParentAccount as _finance_v1_ParentAccount } from '../../finance/v1/ParentAccount.ts';

export interface ManagementAccount__Input {
  'id'?: (string);
  'code'?: (string);
  'name'?: (string);
  'category'?: (string);
  'type'?: (string);
  'status'?: (string);
  'isActive'?: (boolean);
  'parentId'?: (string);
  'parent'?: (_finance_v1_ParentAccount__Input | null);
  'level'?: (number);
  'description'?: (string);
  'child_count'?: (number);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  '_category'?: "category";
  '_type'?: "type";
  '_parentId'?: "parentId";
  '_description'?: "description";
}

export interface ManagementAccount {
  'id': (string);
  'code': (string);
  'name': (string);
  'category'?: (string);
  'type'?: (string);
  'status': (string);
  'isActive': (boolean);
  'parentId'?: (string);
  'parent': (_finance_v1_ParentAccount | null);
  'level': (number);
  'description'?: (string);
  'child_count': (number);
  'createdAt': (string);
  'updatedAt': (string);
}
