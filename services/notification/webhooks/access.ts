import type { Principal } from '#chassis/context.ts';
import { AppError } from '#chassis/errors.ts';

type Action = 'read' | 'create' | 'update' | 'delete' | 'move';

const actionsOf: Record<Action, readonly string[]> = {
  read: ['read', '*'],
  create: ['create', 'write', '*'],
  update: ['update', 'write', '*'],
  delete: ['delete', '*'],
  move: ['write', '*'],
};

/** Webhooks are the admins', and those keys' alone whose scopes name them: `*` does not (decisions 3: Scopes, Roles). */
export function requireAccess({ kind, role, scopes = [] }: Principal, action: Action): void {
  const isAllowed =
    kind === 'user' ? role === 'admin' : actionsOf[action].some((verb) => scopes.includes(`${verb}:webhooks`));
  if (!isAllowed) throw new AppError('insufficient_permissions', 'Insufficient permissions');
}
