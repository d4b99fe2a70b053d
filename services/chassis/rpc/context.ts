import { AppError } from '../domain/errors.ts';
import type { Logger } from '../runtime/logger.ts';

export const CONTEXT_ENTRY = 'context';
export const TRACEPARENT_ENTRY = 'traceparent';

const rank: Record<Role, number> = { client: 0, staff: 1, admin: 2 };

/** The actions that a key may hold instead: `write` is create, update and the moves that have no action of their own. */
const heldInstead: Record<Action, readonly string[]> = {
  read: ['read', '*'],
  create: ['create', 'write', '*'],
  update: ['update', 'write', '*'],
  write: ['write', '*'],
  delete: ['delete', '*'],
  submit: ['submit', '*'],
  approve: ['approve', '*'],
};

/** The metadata entry of a call. It is believed only from a peer that may send it (decisions 3: Inside). */
export interface CallContext {
  requestId: string;
  principal?: Principal;
  /** The caller's network address. */
  address?: string;
  idempotency?: Idempotency;
  /** Only small records may be read or written by it: what is larger waits for its turn at the gateway (ADR 17). */
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
  /** For a user: the session of its token. */
  sessionId?: string;
  /** For an API key (decisions 3: Scopes). */
  scopes?: string[];
}

export type Role = 'client' | 'staff' | 'admin';

/** The key by which a repeated write is recognised (decisions 1: Idempotency). */
export interface Idempotency {
  key: string;
  /** Method and path: "POST /api/v1/clients". */
  operation: string;
  /** Keyed hashes of the body, comma-separated: bodies that have one in common are the same. */
  fingerprint: string;
}

/** Errors: not_authenticated when nobody calls. */
export function principalOf({ principal }: CallContext): Principal {
  if (!principal) throw new AppError('not_authenticated', 'Not authenticated');
  return principal;
}

/** Whether `role` is at least `minimum` (interface: Roles). */
export const hasRole = (role: Role, minimum: Role): boolean => rank[role] >= rank[minimum];

export const encodeContext = (context: CallContext): string => asciiJson(context);

/** Only for text from a peer that is believed: the shape is not checked again. */
export const decodeContext = (text: string): CallContext => JSON.parse(text) as CallContext;

/** JSON in printable ASCII, as metadata must be. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** An rpc as its handler sees it. It may be passed on as the options of a further call. */
export interface Call {
  readonly context: CallContext;
  /** The caller. Throws not_authenticated if there is none. */
  readonly principal: Principal;
  /** Epoch milliseconds: somewhat before the caller gives up. */
  readonly deadline: number;
  /** Aborted when the caller hangs up or the deadline is over. */
  readonly signal: AbortSignal;
  /** When the call arrived; the same for everything that it does. */
  readonly now: Date;
  /** Names the request and the trace on every line. */
  readonly logger: Logger;
  readonly traceparent?: string | undefined;
}

/** The callers that a call admits. The gateway's routes and the services' rpcs use the same declaration. */
export interface Access {
  /** The lowest role that may call. */
  role?: Role | undefined;
  /** The scope that an API key must hold. Without it, and without `keys`, no key may call. */
  scope?: NeededScope | undefined;
  /** Every key may call, whatever it holds. */
  keys?: 'any' | undefined;
}

/** The scope that a call needs of an API key: `<action>:<resource>` (decisions 3: Scopes). */
export type NeededScope = `${Action}:${string}`;

/** The action of a call, as scopes name it. `write` is a move other than submit, approve and reject. */
type Action = 'read' | 'create' | 'update' | 'write' | 'delete' | 'submit' | 'approve';

/**
 * Why `principal` may not call what asks for `access`; undefined when it may (interface: Roles, decisions 3: Scopes).
 * A key may call an operation for admins only if its scope names the operation's resource: `*` does not cover it, and
 * the key's role is not checked there.
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

/** Any of which is enough. */
const scopesFor = memoized((action, resource) => [resource, '*'].flatMap((name) => held(action, name)));
const namedScopes = memoized(held);

function held(action: Action, resource: string): string[] {
  return heldInstead[action].map((instead) => `${instead}:${resource}`);
}

/** The scopes that calls need are few, and asked for with every request. */
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
