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

/** The actions that a key may hold instead: `write` is create, update and every move. */
const heldInstead: Record<Action, readonly string[]> = {
  read: ['read', '*'],
  create: ['create', 'write', '*'],
  update: ['update', 'write', '*'],
  write: ['write', '*'],
  delete: ['delete', '*'],
  submit: ['submit', 'write', '*'],
  approve: ['approve', 'write', '*'],
};

/** For admins alone, and for keys that name them: `*` does not cover them, and no role is asked of such a key. */
const BY_NAME: ReadonlySet<string> = new Set(['webhooks', 'events']);

interface Grant {
  /** Scopes any of which is enough. */
  scopes: readonly string[];
  byName: boolean;
}

/** Why `principal` may not call what asks for `access`; undefined when it may (interface: Roles, decisions 3: Scopes). */
export function refusalOf({ role, scope, keys }: Access, principal: Principal): string | undefined {
  if (principal.kind === 'key' && keys !== 'any') {
    if (scope === undefined) return 'API keys may not call it';
    const { scopes, byName } = grantOf(scope);
    if (!scopes.some((one) => principal.scopes?.includes(one))) return `The API key lacks the scope ${scope}`;
    if (byName) return undefined;
  }
  if (role === undefined || hasRole(principal.role, role)) return undefined;
  return `The role ${role} is needed, and the caller's is ${principal.role}`;
}

const grants = new Map<NeededScope, Grant>();

/** Remembered: the scopes that calls need are few, and asked for with every request. */
function grantOf(needed: NeededScope): Grant {
  const known = grants.get(needed);
  if (known) return known;
  const [action, resource] = needed.split(':') as [Action, string];
  const byName = BY_NAME.has(resource);
  const resources = byName ? [resource] : [resource, '*'];
  const grant = { byName, scopes: heldInstead[action].flatMap((held) => resources.map((name) => `${held}:${name}`)) };
  grants.set(needed, grant);
  return grant;
}
