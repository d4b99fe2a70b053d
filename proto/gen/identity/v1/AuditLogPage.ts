// Original file: proto/identity/v1/audit.proto

import type { AuditEntry__Input as _identity_v1_AuditEntry__Input, AuditEntry as _identity_v1_AuditEntry } from '../../identity/v1/AuditEntry.ts';

export interface AuditLogPage__Input {
  'data'?: (_identity_v1_AuditEntry__Input)[];
  'total'?: (number);
  'next'?: (string);
  '_next'?: "next";
}

export interface AuditLogPage {
  'data': (_identity_v1_AuditEntry)[];
  'total': (number);
  'next'?: (string);
}
