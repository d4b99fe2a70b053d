import { hasRole, type Principal, type Role } from './context.ts';

/** What a call does, as far as API keys are concerned; `write` is a move other than submit, approve and reject. */
type Action = 'read' | 'create' | 'update' | 'write' | 'delete' | 'submit' | 'approve';

/** What a call takes of an API key: `<action>:<resource>` (decisions 3: Scopes). */
export type NeededScope = `${Action}:${string}`;

/** Who may make a call; the same declaration serves the gateway's routes and the services' rpcs. */
export interface Access {
  /** The lowest role that may call. */
  role?: Role | undefined;
  /** What an API key must hold. Without it, and without `keys`, no key may call. */
  scope?: NeededScope | undefined;
  /** Every key may call, whatever it holds. */
  keys?: 'any' | undefined;
}

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

/**
 * Why `principal` may not call what asks for `access`; undefined when it may (interface: Roles, decisions 3: Scopes).
 * Of what is for admins, keys may call what has a scope whose resource they name: `*` does not cover it, and no role is
 * asked of such a key.
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
