import { AppError } from '../domain/errors.ts';
import type { Logger } from '../runtime/logger.ts';

export const CONTEXT_ENTRY = 'context';
export const TRACEPARENT_ENTRY = 'traceparent';

const rank: Record<Role, number> = { client: 0, staff: 1, admin: 2 };

/**
 * For each action, the actions in a key's scope that allow it. `write` allows create, update and moves that have no
 * action of their own.
 */
const heldInstead: Record<Action, readonly string[]> = {
  read: ['read', '*'],
  create: ['create', 'write', '*'],
  update: ['update', 'write', '*'],
  write: ['write', '*'],
  delete: ['delete', '*'],
  submit: ['submit', '*'],
  approve: ['approve', '*'],
};

/** The metadata entry of a call. It is accepted only from a peer that may send it (decisions 3: Inside). */
export interface CallContext {
  requestId: string;
  principal?: Principal;
  /** The caller's network address. */
  address?: string;
  idempotency?: Idempotency;
  /**
   * The call has no turn: it may only read or write small records. A larger record needs a turn at the gateway (ADR
   * 17).
   */
  outOfTurn?: true;
}

/** The caller: a user or an API key, in the org that the request is about. */
export interface Principal {
  kind: 'user' | 'key';
  id: string;
  orgId: string;
  role: Role;
  /** The client record that a caller of the role client is bound to. */
  clientId?: string;
  /** For a user: the session of the token. */
  sessionId?: string;
  /** For an API key (decisions 3: Scopes). */
  scopes?: string[];
}

export type Role = 'client' | 'staff' | 'admin';

/** Recognises a repeated write (decisions 1: Idempotency). */
export interface Idempotency {
  key: string;
  /** Method and path: "POST /api/v1/clients". */
  operation: string;
  /**
   * HMACs of the body, comma-separated: one for each encryption key. Two bodies are equal if they have an HMAC in
   * common.
   */
  fingerprint: string;
}

/** Errors: not_authenticated if the call has no principal. */
export function principalOf({ principal }: CallContext): Principal {
  if (!principal) throw new AppError('not_authenticated', 'Not authenticated');
  return principal;
}

/** True if `role` is at least `minimum` (interface: Roles). */
export const hasRole = (role: Role, minimum: Role): boolean => rank[role] >= rank[minimum];

export const encodeContext = (context: CallContext): string => asciiJson(context);

/** Only for text from a trusted peer: the shape is not checked. */
export const decodeContext = (text: string): CallContext => JSON.parse(text) as CallContext;

/** JSON in printable ASCII, as gRPC metadata requires it. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** An rpc as its handler sees it. It can be passed on as the options of another call. */
export interface Call {
  readonly context: CallContext;
  /** The caller. Throws not_authenticated if there is none. */
  readonly principal: Principal;
  /** Epoch milliseconds; a little before the caller's own deadline. */
  readonly deadline: number;
  /** Aborts when the caller cancels the call or the deadline is over. */
  readonly signal: AbortSignal;
  /** The time when the call arrived. Everything in the call uses this time. */
  readonly now: Date;
  /** Its lines have the id of the request, and the id of the trace if there is one. */
  readonly logger: Logger;
  readonly traceparent?: string | undefined;
}

/** The callers that may use an operation. Routes of the gateway and rpcs of services use the same declaration. */
export interface Access {
  /** The lowest role that may call. */
  role?: Role | undefined;
  /** The scope that an API key must hold. Without `scope` and `keys`, no key may call. */
  scope?: NeededScope | undefined;
  /** Every API key may call, with any scopes. */
  keys?: 'any' | undefined;
}

/** The scope that an API key needs for a call: `<action>:<resource>` (decisions 3: Scopes). */
export type NeededScope = `${Action}:${string}`;

/** The action of a call in scopes. `write` is a move other than submit, approve and reject. */
type Action = 'read' | 'create' | 'update' | 'write' | 'delete' | 'submit' | 'approve';

/**
 * The reason why `principal` may not make a call with this access; undefined if it may (interface: Roles, decisions 3:
 * Scopes). An API key may call an operation for admins only if its scope names the resource: `*` is not enough. Then
 * the role of the key is not checked.
 */
export function refusalOf({ role, scope, keys }: Access, principal: Principal): string | undefined {
  if (principal.kind === 'key' && keys !== 'any') {
    if (scope === undefined) return 'API keys may not call it';
    const isForAdmins = role === 'admin';
    const sufficient = isForAdmins ? namedScopes(scope) : scopesFor(scope);
    if (!sufficient.some((one) => principal.scopes?.includes(one))) return `The API key lacks the scope ${scope}`;
    if (isForAdmins) return undefined;
  }
  if (role === undefined || hasRole(principal.role, role)) return undefined;
  return `The role ${role} is needed, and the caller's is ${principal.role}`;
}

/** Each of these scopes is enough. */
const scopesFor = memoized((action, resource) => [resource, '*'].flatMap((name) => held(action, name)));
const namedScopes = memoized(held);

function held(action: Action, resource: string): string[] {
  return heldInstead[action].map((instead) => `${instead}:${resource}`);
}

/** Remembers results: there are few different scopes, and every request needs them. */
function memoized(scopesOf: (action: Action, resource: string) => string[]): (needed: NeededScope) => string[] {
  const known = new Map<NeededScope, string[]>();
  return (needed) => {
    const found = known.get(needed);
    if (found) return found;
    const [action, resource] = needed.split(':') as [Action, string];
    const scopes = scopesOf(action, resource);
    known.set(needed, scopes);
    return scopes;
  };
}
