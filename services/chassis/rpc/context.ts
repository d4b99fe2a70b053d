import { AppError } from '../domain/errors.ts';

export type Role = 'client' | 'staff' | 'admin';

/** Who is calling: a user or an API key, in the org that the request is about. */
export interface Principal {
  kind: 'user' | 'key';
  id: string;
  orgId: string;
  role: Role;
  /** The client record that a caller of the role client is bound to. */
  clientId?: string;
  /** Of a user: the session that its token stands for. */
  sessionId?: string;
  /** Of an API key (decisions 3: Scopes). */
  scopes?: string[];
}

/** What makes a repeated write recognisable (decisions 1: Idempotency). */
export interface Idempotency {
  key: string;
  /** Method and path: "POST /api/v1/clients". */
  operation: string;
  /** Keyed hashes of the body, comma-separated: bodies that have one in common are the same. */
  fingerprint: string;
}

/** What travels with a call as one metadata entry. Believed only from a peer that may send it (decisions 3: Inside). */
export interface CallContext {
  requestId: string;
  principal?: Principal;
  /** The caller's network address. */
  address?: string;
  idempotency?: Idempotency;
}

/** Errors: not_authenticated when nobody calls. */
export function principalOf({ principal }: CallContext): Principal {
  if (!principal) throw new AppError('not_authenticated', 'Not authenticated');
  return principal;
}

export const CONTEXT_ENTRY = 'context';
export const TRACEPARENT_ENTRY = 'traceparent';

/** JSON in printable ASCII, as metadata must be. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export const encodeContext = (context: CallContext): string => asciiJson(context);

/** Only for text from a peer that is believed: the shape is not checked again. */
export const decodeContext = (text: string): CallContext => JSON.parse(text) as CallContext;

const rank: Record<Role, number> = { client: 0, staff: 1, admin: 2 };

/** Whether `role` is at least `minimum` (interface: Roles). */
export const hasRole = (role: Role, minimum: Role): boolean => rank[role] >= rank[minimum];
